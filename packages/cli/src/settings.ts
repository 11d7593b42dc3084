import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Patchbay } from '@patchbay/node';
import type { Context } from './command.ts';
import { CliError } from './errors.ts';

const DEFAULT_URL = 'http://localhost:3003';
/** For a deployment of many functions. */
const TIMEOUT_MS = 120_000;

export interface Settings {
    url: string;
    /** Undefined: there is none. */
    key: string | undefined;
    /** Which variable it comes from. */
    keyName: string | undefined;
    /** The name of the environment. */
    environment: string;
}

/** The variables of the process, and below them those of the project's `.env`. */
function variablesOf({ variables }: Context, folder: string | undefined): Readonly<Record<string, string | undefined>> {
    const file = folder === undefined ? undefined : join(folder, '.env');
    return file !== undefined && existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...variables } : variables;
}

/** @param environment its name, where the command line has one */
export function readSettings(context: Context, folder: string | undefined, environment?: string): Settings {
    const variables = variablesOf(context, folder);
    // A key says which environment it is of; without any it is dev.
    const suffixes = environment === undefined ? ['', suffixOf('dev')] : [suffixOf(environment), ''];
    const names = ['PATCHBAY_SECRET_KEY', 'NANGO_SECRET_KEY'].flatMap((name) => suffixes.map((suffix) => `${name}${suffix}`));
    const keyName = names.find((name) => variables[name]);
    const key = keyName === undefined ? undefined : variables[keyName];
    return {
        url: (variables['PATCHBAY_URL'] || variables['NANGO_HOSTPORT'] || DEFAULT_URL).replace(/\/+$/, ''),
        key,
        keyName,
        environment: environment ?? environmentOf(key) ?? 'dev'
    };
}

const suffixOf = (environment: string) => `_${environment.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;

/** The key says which environment it is of. */
const environmentOf = (key: string | undefined) => /^pb_sk_([a-z0-9]{1,32})_/.exec(key ?? '')?.[1];

/** @throws {CliError} without a key, or with one of another environment */
export function connect(settings: Settings): Patchbay {
    const { url, key, keyName, environment } = settings;
    const variable = `PATCHBAY_SECRET_KEY${suffixOf(environment)}`;
    if (key === undefined)
        throw new CliError(
            'no_secret_key',
            `There is no secret key. Set ${variable} or PATCHBAY_SECRET_KEY, in the environment or in the project's .env.`
        );
    const own = environmentOf(key);
    if (own !== undefined && own !== environment)
        throw new CliError(
            'wrong_environment',
            `The key in ${keyName ?? ''} is of the environment ${own}, and not of ${environment}. Set ${variable}.`
        );
    try {
        return new Patchbay({ secretKey: key, baseUrl: url, timeoutMs: TIMEOUT_MS });
    } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        const isKey = error.message.startsWith('secretKey');
        throw new CliError(
            isKey ? 'invalid_secret_key' : 'invalid_url',
            isKey
                ? `${keyName ?? ''} is no secret key of Patchbay (pb_sk_…). Copy it whole, without spaces or quotes.`
                : `PATCHBAY_URL is no address: ${url}. Set it to that of your server, such as ${DEFAULT_URL}.`
        );
    }
}
