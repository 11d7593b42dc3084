import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Json, JsonObject } from '@patchbay/functions';
import { type Exchange, type Recording, recordingSchema } from '@patchbay/functions/testing';
import type { Connection, Patchbay } from '@patchbay/node';
import { CliError } from '../errors.ts';

/** In place of a credential. */
export const REDACTED = 'REDACTED';
/** Shorter values could be words of a response. */
const SHORTEST_SECRET = 8;

/** @throws {CliError} where it is none */
export function readRecording(file: string): Recording {
    try {
        return recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new CliError('invalid_recording', `${file} is no recording of patchbay dryrun --save: ${reason}`);
    }
}

type Recorded = Pick<Recording, 'function' | 'input' | 'metadata' | 'checkpoint' | 'last_sync_date'> & { exchanges: readonly Exchange[] };

/** Writes a recording. No credential of the connection is in it, wherever the vendor repeats it. */
export async function writeRecording(file: string, patchbay: Patchbay, connection: Connection, recorded: Recorded): Promise<void> {
    const { connection_id, provider_config_key, provider } = connection;
    const [shown, secret] = await configOf(patchbay, connection);
    const recording = {
        version: 1,
        ...recorded,
        recorded_at: new Date().toISOString(),
        connection: { connection_id, provider_config_key, provider, connection_config: shown }
    };
    const secrets = [...stringsIn(connection.credentials), ...stringsIn(secret)]
        .filter(({ length }) => length >= SHORTEST_SECRET)
        .flatMap((text) => [text, encodeURIComponent(text)]);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(without(secrets, recording), null, 2)}\n`);
}

/** @returns what may be seen of the connection config, and what may not */
async function configOf(patchbay: Patchbay, { provider, connection_config: config }: Connection): Promise<[JsonObject, JsonObject]> {
    const fields = await patchbay.providers.get(provider).then(
        ({ data }) => data.connection_config ?? {},
        // What is not known to be open is kept out.
        () => null
    );
    const isSecret = (name: string) => fields === null || fields[name]?.secret === true;
    // What the API sends is JSON.
    const entries = Object.entries(config as JsonObject);
    return [
        Object.fromEntries(entries.filter(([name]) => !isSecret(name))),
        Object.fromEntries(entries.filter(([name]) => isSecret(name)))
    ];
}

/** Those that a credential is made of; its kind and its times are none. */
function stringsIn(value: unknown, name = ''): string[] {
    if (typeof value === 'string')
        return name === 'type' || name.endsWith('_at') || name.endsWith('scope') || name === 'token_type' ? [] : [value];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, each]) => stringsIn(each, key));
}

function without(secrets: readonly string[], value: unknown): Json {
    if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, REDACTED), value);
    if (Array.isArray(value)) return value.map((each) => without(secrets, each));
    if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, without(secrets, each)]));
    // The rest of JSON.
    return value as Json;
}
