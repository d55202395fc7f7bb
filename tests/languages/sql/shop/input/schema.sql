-- Who may buy.
CREATE TABLE IF NOT EXISTS public.users (
  id SERIAL PRIMARY KEY,
  "Full Name" VARCHAR(20) NOT NULL DEFAULT 'no name',
  org_id INT REFERENCES orgs (id) ON DELETE CASCADE,
  kind user_kind,
  CONSTRAINT fk FOREIGN KEY (org_id) REFERENCES orgs (id),
  CHECK (is_fine(id))
);
CREATE TYPE user_kind AS ENUM ('buyer', 'seller');
CREATE TYPE place AS (x int, y int);
CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%');
CREATE SEQUENCE numbers;
CREATE UNIQUE INDEX users_org ON users (org_id, kind);
/* Those who bought. */
CREATE OR REPLACE VIEW buyers AS
  WITH paid AS (SELECT user_id FROM orders), all_of (id) AS (SELECT 1)
  SELECT u.id, lower(u.kind), EXTRACT(YEAR FROM u.id)
  FROM users u JOIN paid p ON p.user_id = u.id LEFT JOIN orgs ON orgs.id = u.org_id
  WHERE is_fine(u.id) AND u.x IS DISTINCT FROM 3;
CREATE OR REPLACE FUNCTION is_fine(value int) RETURNS boolean AS $$
DECLARE
  found users%ROWTYPE;
BEGIN
  SELECT * INTO found FROM users WHERE id = value;
  PERFORM note('it was asked');
  UPDATE counts SET n = n + 1 WHERE name = 'asked';
  DELETE FROM waiting USING users w WHERE w.id = value;
  EXECUTE format('DELETE FROM %I', 'x');
  RETURN found.id > 0;
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER on_user BEFORE INSERT OR UPDATE OF kind ON users FOR EACH ROW EXECUTE FUNCTION note_user();
ALTER TABLE users ADD COLUMN age INT NOT NULL, ADD CONSTRAINT c UNIQUE (age), DROP COLUMN kind;
INSERT INTO users (id, org_id) SELECT id, nextval('numbers') FROM buyers ON CONFLICT DO UPDATE SET id = 1;
GRANT SELECT ON users, buyers TO reader;
COMMENT ON TABLE users IS 'Everyone we know';
DROP VIEW IF EXISTS old_buyers CASCADE;
