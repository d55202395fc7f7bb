import { DataSource } from "typeorm";

export const source = new DataSource({
  type: "mariadb",
  password: "secret",
  entities: [],
});
export const field = { type: "string" };
