import { casesOf } from './all-cases.ts';
import type { Result } from './case.ts';
import { type Platform, startPlatform } from './platform.ts';
import { type Coverage, countsOf, coverageOf, lineOf, markdownTable, textTable } from './report.ts';
import { openAccount, runCases, type RunOptions } from './run-cases.ts';
import { type Vendor, vendors } from './vendors.ts';

/** What the caller can mend. Its message is a whole sentence. */
export class UserError extends Error {}

/** What became of one vendor's cases. */
export interface VendorRun {
    vendor: Vendor;
    /** Such as `the emulator`. */
    place: string;
    results: Result[];
    coverage: Coverage[];
}

export interface ConformOptions {
    env: NodeJS.ProcessEnv;
    /** Ends the run between two cases. */
    signal?: AbortSignal;
    /** Progress for people. */
    tell?: (line: string) => void;
}

/**
 * Runs the cases of vendors: all of them unless some are named.
 * @throws {UserError} for an unknown vendor, or variables that contradict each other
 */
export async function runVendors(ids: readonly string[], { env, signal, tell = () => {} }: ConformOptions): Promise<VendorRun[]> {
    const chosen = ids.length === 0 ? [...vendors.values()] : ids.map(vendorOf);
    await using platform = env['PATCHBAY_URL'] ? givenPlatform(env) : await startPlatform();
    const runs: VendorRun[] = [];
    for (const vendor of chosen) {
        if (signal?.aborted) break;
        const source = await sourceOf(vendor, platform, env);
        tell(`${vendor.name}, at ${source.place}:`);
        const options: RunOptions = {
            url: platform.url,
            secretKey: platform.secretKey,
            vendor,
            connection: source.connection,
            isEmulated: source.isEmulated,
            writes: source.isEmulated || env['PATCHBAY_CONFORM_WRITES'] === 'true',
            tell: (result) => tell(lineOf(result)),
            ...(signal === undefined ? {} : { signal })
        };
        const account = await openAccount(options);
        const results = await runCases(account, casesOf(vendor.category), options);
        runs.push({ vendor, place: source.place, results, coverage: coverageOf(results, (await account.capabilities()).values()) });
    }
    return runs;
}

function vendorOf(id: string): Vendor {
    const vendor = vendors.get(id);
    if (!vendor) throw new UserError(`There is no vendor "${id}". There are: ${[...vendors.keys()].join(', ')}.`);
    return vendor;
}

/** A Patchbay that runs already. */
function givenPlatform({ PATCHBAY_URL: url = '', PATCHBAY_SECRET_KEY: secretKey }: NodeJS.ProcessEnv): Platform {
    if (!secretKey) throw new UserError('PATCHBAY_URL needs PATCHBAY_SECRET_KEY: a secret key of an environment there.');
    return { url: url.replace(/\/+$/, ''), secretKey, control: null, async [Symbol.asyncDispose]() {} };
}

/** Which account of the vendor is read. */
async function sourceOf(
    vendor: Vendor,
    { control }: Platform,
    env: NodeJS.ProcessEnv
): Promise<Pick<RunOptions, 'connection' | 'isEmulated'> & { place: string }> {
    const variable = (name: string) => env[name] || undefined;
    const prefix = `PATCHBAY_CONFORM_${vendor.id.toUpperCase()}_`;
    const [key = ''] = vendor.variables;
    const named = variable(`${prefix}CONNECTION`);
    if (named !== undefined) {
        const [integration, connection] = named.split('/');
        if (!variable('PATCHBAY_URL') || !integration || !connection)
            throw new UserError(`${prefix}CONNECTION is <integration>/<connection> of the Patchbay at PATCHBAY_URL.`);
        const target = { provider_config_key: integration, connection_id: connection };
        return { connection: target, isEmulated: false, place: `the connection ${named}` };
    }
    if (variable(key) !== undefined) return { connection: vendor.real(variable), isEmulated: false, place: `the account of ${key}` };
    if (control) return { connection: await vendor.emulated(control), isEmulated: true, place: 'the emulator' };
    throw new UserError(`The Patchbay at PATCHBAY_URL has no account of ${vendor.name} for this run: set ${prefix}CONNECTION or ${key}.`);
}

const sum = (runs: readonly VendorRun[]) => countsOf(runs.flatMap(({ results }) => results));

/** The last line. */
export function summaryOf(runs: readonly VendorRun[]): string {
    const counts = sum(runs);
    return `${counts.passed} passed, ${counts.failed} failed, ${counts.unsupported} not supported, ${counts['not run']} not run`;
}

export const hasFailed = (runs: readonly VendorRun[]): boolean => sum(runs).failed > 0;

export function asText(runs: readonly VendorRun[]): string {
    return runs.map(({ vendor, place, coverage }) => `${vendor.name}, at ${place}\n\n${textTable(coverage)}\n`).join('\n');
}

export function asMarkdown(runs: readonly VendorRun[]): string {
    return runs.map(({ vendor, coverage }) => `### ${vendor.name}\n\n${markdownTable(coverage)}\n`).join('\n');
}

export function asJson(runs: readonly VendorRun[]): string {
    return JSON.stringify(
        runs.map(({ vendor, place, results, coverage }) => ({ vendor: vendor.id, place, counts: countsOf(results), coverage, results }))
    );
}
