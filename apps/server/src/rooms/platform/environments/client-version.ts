import { AppError, oldestClient } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';

type Needs = Pick<Deps, 'clock' | 'config'>;

/** The packages of clients, by what they send as their name. */
const packages = new Map([
    ['nango-cli', 'nango'],
    ['nango-node-client', '@nangohq/node']
]);

/**
 * @param userAgent such as `nango-cli/0.71.10 (linux; node.js/24.0.0)`; clients of other names pass
 * @throws {AppError} `invalid_cli_version`
 */
export function requireCurrentClient(deps: Needs, userAgent: string | undefined): void {
    const [, name = '', version] = /^([a-z-]{1,32})\/(\S{1,64})/.exec(userAgent ?? '') ?? [];
    const npmPackage = packages.get(name);
    if (npmPackage !== undefined) requireCurrentVersion(deps, version, npmPackage);
}

/**
 * @param version such as `0.71.10-zero`; absent: it is not known
 * @throws {AppError} `invalid_cli_version`
 * @see GET /changes
 */
export function requireCurrentVersion({ clock, config }: Needs, version: string | undefined, npmPackage: string): void {
    if (version === undefined || config.keepRemovedEndpoints || clock.now() < new Date(oldestClient.since)) return;
    const [given, oldest] = [numbersOf(version), numbersOf(oldestClient.version)];
    if (!given || !oldest || given[0] > oldest[0] || (given[0] === oldest[0] && given[1] >= oldest[1])) return;
    throw new AppError('invalid_cli_version', {
        message: `Version ${version} is too old: ${oldestClient.version} or later is needed. Run npm install ${npmPackage}@latest.`,
        payload: { version, oldest: oldestClient.version }
    });
}

function numbersOf(version: string): [major: number, minor: number] | undefined {
    const [, major, minor] = /^(\d{1,9})\.(\d{1,9})\./.exec(version) ?? [];
    return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}
