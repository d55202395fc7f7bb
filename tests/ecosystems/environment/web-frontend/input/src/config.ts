const { API_URL, TIMEOUT: timeout = "30", NODE_ENV } = process.env;
export const port = Number(process.env.PORT) || 3000;
export const host = process.env["HOST"] ?? "0.0.0.0";
export const key = process.env.VITE_SECRET_KEY || 'dev';
// process.env.OLD
/* process.env.OLDER
 * process.env.OLDEST
 */
export const base = import.meta.env.VITE_BASE || "/app";
if (import.meta.env.DEV) console.log("dev");
process.env.WRITTEN = "1";
process.env.hasOwnProperty("X");
export const deno = Deno.env.get("DENO_REGION");
const url = `https://${process.env.DOMAIN!}/x`; // see https://example.org/?process.env.NONE
