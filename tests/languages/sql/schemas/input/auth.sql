\ir ../tables.sql
CREATE SCHEMA auth;
CREATE TABLE auth.users (id uuid, app app.kind);
CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql AS $_$ SELECT id FROM auth.users LIMIT 1 $_$;
SET search_path = auth, public;
CREATE TABLE sessions (user_id uuid REFERENCES users (id));
SELECT auth.uid(), public.here(), pg_catalog.version(), information_schema.x();
COPY users (id) FROM stdin;
from select \N
\.
SELECT $$ from nowhere(1) $$;
