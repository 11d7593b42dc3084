import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '@patchbay/functions';
import { UsageError } from './errors.ts';

/**
 * Reads JSON from the command line, or with an `@` from a file.
 * @throws {UsageError} where it is none
 */
export function jsonOption(cwd: string, name: string, given: string): Json {
    const file = given.startsWith('@') ? resolve(cwd, given.slice(1)) : undefined;
    try {
        // It is JSON, or throws.
        return JSON.parse(file === undefined ? given : readFileSync(file, 'utf8')) as Json;
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UsageError(`--${name} takes JSON, or @file with JSON in it. ${reason}`);
    }
}

export function jsonObjectOption(cwd: string, name: string, given: string): JsonObject {
    const value = jsonOption(cwd, name, given);
    if (!isJsonObject(value)) throw new UsageError(`--${name} takes an object of JSON.`);
    return value;
}
