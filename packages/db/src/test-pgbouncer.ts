import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';
import { isRoot, postgresUser } from './unprivileged-user.ts';

/** Where the machine has a PgBouncer; tests of it are skipped without one. */
export const pgbouncer: string | undefined = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((file) => existsSync(file));

export interface PgBouncer {
    /** The address of the same database through it. */
    url: string;
    stop(): Promise<void>;
}

/**
 * For tests: a PgBouncer in transaction mode before the PostgreSQL of a socket address.
 * @param settings more of them, such as `ignore_startup_parameters`
 */
export async function startPgBouncer(databaseUrl: string, settings: Record<string, string> = {}): Promise<PgBouncer> {
    if (pgbouncer === undefined) throw new Error('There is no pgbouncer on this machine.');
    const { hostname, port, username, pathname } = new URL(databaseUrl);
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-pgbouncer-'));
    chmodSync(folder, 0o755);
    const listenPort = await freePort();
    const lines = {
        listen_addr: '127.0.0.1',
        listen_port: String(listenPort),
        unix_socket_dir: '',
        auth_type: 'trust',
        auth_file: join(folder, 'users.txt'),
        pool_mode: 'transaction',
        default_pool_size: '3',
        ...settings
    };
    writeFileSync(lines.auth_file, `"${username}" ""\n`);
    writeFileSync(
        join(folder, 'pgbouncer.ini'),
        `[databases]\n* = host=${decodeURIComponent(hostname)} port=${port}\n[pgbouncer]\n${Object.entries(lines)
            .map(([name, value]) => `${name} = ${value}\n`)
            .join('')}`
    );
    // It refuses to run as root, as PostgreSQL does.
    const child = spawn(pgbouncer, [join(folder, 'pgbouncer.ini')], {
        ...(isRoot() ? postgresUser(folder) : {}),
        stdio: ['ignore', 'ignore', 'pipe']
    });
    let said = '';
    await new Promise<void>((resolve, reject) => {
        child.stderr.on('data', (chunk: Buffer) => {
            said += chunk.toString();
            if (said.includes('process up')) resolve();
        });
        child.once('exit', () => reject(new Error(`pgbouncer ended: ${said}`)));
        child.once('error', reject);
    });
    return {
        url: `postgresql://${username}@127.0.0.1:${listenPort}${pathname}`,
        stop: async () => {
            child.kill('SIGKILL');
            if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
            rmSync(folder, { recursive: true, force: true });
        }
    };
}
