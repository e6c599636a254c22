/**
 * The role that serves requests, and how it logs in: under its own name, instead of the owner's
 * with SET ROLE, because an injected statement could reset the role.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { deriveKey, type Env } from '../env.ts';
import { ANSWER_MS } from './database.ts';
import { APP_ROLE, opener } from './open.ts';
import type { Address, Pool } from './sql.ts';

/** The address in DATABASE_URL, and the role that serves requests there. */
export const addressOf = (
  url: string,
  { databaseAppUrl, secretKey }: Pick<Env, 'databaseAppUrl' | 'secretKey'>,
): Address =>
  databaseAppUrl
    ? { url, app: { url: databaseAppUrl } }
    : { url, app: { url, login: loginTo(url, secretKey) } };

function loginTo(url: string, secretKey: Uint8Array) {
  const { pathname, username } = new URL(url);
  const password = Buffer.from(deriveKey(secretKey, 'database')).toString('base64url');
  // If the URL names no database, the driver would use the name of this user.
  const database = pathname.length > 1 ? {} : { database: decodeURIComponent(username) };
  return { user: APP_ROLE, password, ...database };
}

/** Creates the role: it owns nothing and cannot bypass row-level security. */
export async function makeAppRole(connection: postgres.ISql): Promise<void> {
  const find = async () =>
    (await connection`SELECT FROM pg_roles WHERE rolname = ${APP_ROLE}`).length > 0;
  if (await find()) return;
  try {
    await connection`SAVEPOINT role`;
    await connection.unsafe(`CREATE ROLE ${APP_ROLE} LOGIN NOBYPASSRLS`);
  } catch (error) {
    // Another instance, or another database of this server, may have just created it.
    await connection`ROLLBACK TO SAVEPOINT role`;
    if (!(await find()))
      throw new Error(
        `The database user may not create the role ${APP_ROLE}. Have an administrator run: CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '…'; and set DATABASE_APP_URL to the address with that name and password.`,
        { cause: error },
      );
  }
}

/**
 * Prepares serving requests, after the migrations: lets the role log in with its password, and
 * checks that the role serving requests has none of the owner's rights.
 * @throws Error with one line on what to do
 */
export async function prepareAppRole(owner: Pool, address: Address): Promise<void> {
  const refusal = await logIn(address);
  if (!refusal) return;
  const isByHand = 'app' in address && !address.app.login;
  const failure = isByHand ? undefined : await letIn(owner, address).catch((error) => error);
  const second = isByHand ? refusal : await logIn(address);
  if (!second) return;
  throw new Error(
    `Requests cannot be served: ${failure?.message ?? second.message}. Create a role for them and set DATABASE_APP_URL (docs/operations.md).`,
    { cause: second },
  );
}

/** Returns why PostgreSQL refuses the role; undefined if it logs in. */
async function logIn(address: Address): Promise<Error | undefined> {
  const { sql } = opener(address, ANSWER_MS)('app', 1, () => undefined);
  try {
    const [row] = await sql<{ isOwner: boolean; isBound: boolean; mayRead: boolean }[]>`
      SELECT pg_has_role(r.oid, c.relowner, 'MEMBER') AS is_owner, NOT r.rolbypassrls AS is_bound,
        has_table_privilege(r.oid, c.oid, 'SELECT') AS may_read
      FROM pg_roles r, pg_class c
      WHERE r.rolname = session_user AND c.oid = 'session'::regclass`;
    if (row?.isOwner || !row?.isBound)
      throw new Error(
        'The role that serves requests has the rights of the owner of the tables. Set DATABASE_APP_URL to a role that has not.',
      );
    if (!row.mayRead)
      throw new Error(
        `The role in DATABASE_APP_URL may read nothing. Have an administrator run: GRANT ${APP_ROLE} TO that role.`,
      );
    return undefined;
  } catch (error) {
    // Class 28: a wrong password, no right to log in, no line in pg_hba.conf.
    if (error instanceof postgres.PostgresError && error.code.startsWith('28')) return error;
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Roles belong to the whole server, so the role's comment records whose password it has. */
const letIn = (owner: Pool, address: Address) =>
  owner.begin(async (tx) => {
    await tx`SELECT FROM migration WHERE name = 'lock' FOR UPDATE`;
    const [other] = await tx<{ datname: string }[]>`
      SELECT d.datname FROM pg_roles r JOIN pg_database d
        ON shobj_description(r.oid, 'pg_authid') = 'serves the database ' || d.datname
      WHERE r.rolname = ${APP_ROLE} AND d.datname <> current_database()`;
    if (other && 'app' in address)
      throw new Error(`${APP_ROLE} serves the database ${other.datname} under another SECRET_KEY`);
    const [mine] = await tx<{ comment: string; password: string }[]>`
      SELECT quote_literal('serves the database ' || current_database()) AS comment,
        quote_literal(${'app' in address ? verifierOf(address.app.login?.password ?? '') : ''}::text)
          AS password`;
    const password = 'app' in address ? `PASSWORD ${mine?.password}` : '';
    await tx.unsafe(`ALTER ROLE ${APP_ROLE} LOGIN ${password}`);
    await tx.unsafe(`COMMENT ON ROLE ${APP_ROLE} IS ${mine?.comment}`);
  });

const ROUNDS = 4096;

/**
 * The password in the form PostgreSQL stores (RFC 5803), so the plain text never reaches its log.
 */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const keys = `${storedKey}:${hmac('Server Key').toString('base64')}`;
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${keys}`;
}
