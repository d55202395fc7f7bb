module.exports = { client: "app", type: "module" };
