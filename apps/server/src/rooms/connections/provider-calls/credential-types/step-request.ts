import {
    type FormFields,
    type InterpolationValues,
    interpolateUrl,
    interpolationValues,
    resolveHeaders,
    resolveTemplates,
    type TokenStep,
    UnsafeValueError
} from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import type { Candidate } from '../../connection-store/candidate.ts';
import type { SentTokenRequest } from '../request-token.ts';
import { toXml } from './xml.ts';

/** What the templates of a step can refer to. @param responses to the steps before */
export function stepValues(
    { config }: Pick<Deps, 'config'>,
    { credentials, config: connectionConfig }: Pick<Candidate, 'credentials' | 'config'>,
    responses: readonly Record<string, unknown>[]
): InterpolationValues {
    const steps = responses.map((response, index): [string, unknown] => [`step${index + 1}`, response]);
    return { ...interpolationValues({ credentials, connectionConfig, sandboxUrl: config.sandboxUrl }), ...Object.fromEntries(steps) };
}

/** Undefined where a value of the address is missing, or a value is unsafe where it stands. */
export function stepRequest(step: TokenStep, values: InterpolationValues, fields: FormFields | undefined): SentTokenRequest | undefined {
    try {
        const url = interpolateUrl(step.token_url, values, fields);
        if (url === undefined) return undefined;
        const params = resolveTemplates(step.token_params, values);
        const headers = { accept: 'application/json', ...lowerCased(resolveHeaders(step.token_headers, values)) };
        if (step.token_request_method === 'GET') return { url: withQuery(url, params), method: 'GET', headers };
        const { type, body } = bodyOf(step.body_format, params);
        return { url, method: 'POST', headers: { 'content-type': type, ...headers }, body };
    } catch (error) {
        if (!(error instanceof UnsafeValueError)) throw error;
        return undefined;
    }
}

function bodyOf(format: TokenStep['body_format'], params: Readonly<Record<string, string>>): { type: string; body: string } {
    if (format === 'json') return { type: 'application/json', body: JSON.stringify(nested(params)) };
    if (format === 'xml') return { type: 'application/xml', body: toXml(nested(params)) };
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(params).toString() };
}

interface Tree {
    [name: string]: string | Tree;
}

/** `a.b` becomes `{ a: { b } }`. */
function nested(params: Readonly<Record<string, string>>): Tree {
    const root: Tree = {};
    for (const [path, value] of Object.entries(params)) {
        const names = path.split('.');
        const last = names.pop() ?? '';
        let owner = root;
        for (const name of names) {
            const next = owner[name];
            owner = typeof next === 'object' ? next : (owner[name] = {});
        }
        owner[last] = value;
    }
    return root;
}

function withQuery(url: string, params: Readonly<Record<string, string>>): string {
    const address = new URL(url);
    for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
    return address.href;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
