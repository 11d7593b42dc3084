import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');

/** What the tests read of a service; the file has more. */
export interface Service {
    environment?: Record<string, string>;
    image?: string;
    user?: string;
    ports?: string[];
    networks?: string[];
    secrets?: string[];
    cap_drop?: string[];
    cap_add?: string[];
    security_opt?: string[];
    read_only?: boolean;
    tmpfs?: string[];
    stop_grace_period?: string;
    depends_on?: Record<string, { condition: string }>;
    ulimits?: { core: number };
    deploy?: { resources: { limits: { cpus: string; memory: string } } };
}

export interface Compose {
    services: Record<string, Service>;
    networks: Record<string, { internal?: boolean }>;
    secrets: Record<string, { file: string }>;
}

/**
 * compose.yaml as Compose reads it with these variables.
 * @throws {Error} with the file's own sentence where a variable is missing that it demands
 * @see https://docs.docker.com/reference/compose-file/interpolation/
 */
export function readCompose(variables: Record<string, string | undefined>): Compose {
    const parsed: unknown = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true });
    // The file's own form, which the tests check.
    return interpolate(parsed, variables) as Compose;
}

/**
 * The variables of a service as one of this machine's processes takes them: those that name a file
 * of a secret that the service is given, name it where Compose takes it from.
 * @param checkout where relative paths of the file begin
 */
export function variablesOf({ services, secrets }: Compose, name: string, checkout: string): Record<string, string> {
    const { environment = {}, secrets: given = [] } = services[name] ?? {};
    return Object.fromEntries(
        Object.entries(environment).map(([variable, value]) => {
            const secret = given.find((each) => value === `/run/secrets/${each}`);
            return [variable, secret === undefined ? value : resolve(checkout, secrets[secret]?.file ?? '')];
        })
    );
}

export const parseEnvFile = (file: string): Record<string, string | undefined> => parseEnv(readFileSync(file, 'utf8'));

function interpolate(value: unknown, variables: Record<string, string | undefined>): unknown {
    if (typeof value === 'string')
        return value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, operator: string | undefined, rest = '') => {
            const given = variables[name];
            if (given) return given;
            if (operator === '?') throw new Error(`required variable ${name} is missing a value: ${rest}`);
            return rest;
        });
    if (Array.isArray(value)) return value.map((each) => interpolate(each, variables));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, interpolate(each, variables)]));
}

export interface Site {
    /** The variable with its address. */
    variable: string;
    /** `service:port` */
    upstreams: string[];
    healthPort: number | undefined;
}

/** What the Caddyfile says in the words that the tests understand. */
export function readCaddyfile(): { sites: Site[]; options: Record<string, string> } {
    const text = readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8');
    const sites = Array.from(
        text.matchAll(/^\{\$(\w+)\} \{\n\treverse_proxy (.+) \{\n((?:\t\t.+\n)*)/gm),
        ([, variable = '', upstreams = '', rest = '']) => {
            const healthPort = /health_port (\d+)/.exec(rest)?.[1];
            return { variable, upstreams: upstreams.split(' '), healthPort: healthPort === undefined ? undefined : Number(healthPort) };
        }
    );
    const snippet = /^\(servers\) \{\n((?:\t.*\n)*)/m.exec(text)?.[1] ?? '';
    return {
        sites,
        options: Object.fromEntries(Array.from(snippet.matchAll(/^\t+([a-z_]+) (\S+)$/gm), ([, name = '', value = '']) => [name, value]))
    };
}

/** Of a duration such as `50s`. */
export const secondsOf = (duration: string | undefined): number => Number(/^(\d+)s$/.exec(duration ?? '')?.[1]);
