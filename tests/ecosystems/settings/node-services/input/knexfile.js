module.exports = {
  development: {
    client: 'sqlite3',
    connection: { filename: './dev.sqlite3' }
  },
  // staging: { client: 'mysql' },
  production: {
    client: "pg",
    connection: process.env.DATABASE_URL
  }
};
