import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** What `npm run chaos` runs at length. */
const chaos = fileURLToPath(new URL('../../../e2e/chaos/chaos.ts', import.meta.url));
const kills = 8;

test('a server that is killed again and again keeps every connection that it acknowledged, and leaves no attempt without a way out', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [chaos, '--kills', String(kills), '--seed', '1']);
    const report = Object.fromEntries(
        stdout
            .trim()
            .split('\n')
            .map((line) => line.split(': '))
    );
    expect(report).toMatchObject({ kills: String(kills), lost: '0', doubled: '0', stuck: '0' });
    expect(Number(report['acknowledged'])).toBeGreaterThan(kills);
    expect(Number(report['attempts'])).toBeGreaterThan(kills);
}, 120_000);
