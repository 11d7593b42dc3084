import { normalizeFrequency, problemOfFrequency } from '@patchbay/functions';
import { parse } from 'yaml';
import { z } from 'zod';

type Endpoint = { method: string; path: string; group?: string };

/** One function of the YAML file. */
export interface YamlFunction {
    integrationId: string;
    type: 'sync' | 'action' | 'onEvent';
    name: string;
    description: string;
    version: string | undefined;
    scopes: readonly string[];
    endpoints: readonly Endpoint[];
    /** Of a sync: its metadata. */
    input: string | undefined;
    outputs: readonly string[];
    frequency: string;
    autoStart: boolean | undefined;
    trackDeletes: boolean | undefined;
    webhookSubscriptions: readonly string[];
    event: string;
}

export interface YamlProject {
    functions: readonly YamlFunction[];
    models: Readonly<Record<string, unknown>>;
    problems: readonly string[];
}

const text = z.union([z.string(), z.number()]).transform(String);
const textOrList = z
    .union([text.transform((one) => one.split(',').map((each) => each.trim())), z.array(text)])
    .nullish()
    .transform((list) => (list ?? []).filter((each) => each !== ''));
const endpoint = z.union([z.string(), z.looseObject({ method: z.string().optional(), path: z.string(), group: z.string().optional() })]);

const flow = z.looseObject({
    type: z.enum(['sync', 'action']).optional(),
    description: z.string().nullish(),
    version: text.nullish(),
    runs: z.string().nullish(),
    scopes: textOrList,
    endpoint: z.union([endpoint, z.array(endpoint)]).nullish(),
    input: z.string().nullish(),
    output: z.union([text.transform((one) => [one]), z.array(text)]).nullish(),
    /** In the first form of the file. */
    returns: z.union([text.transform((one) => [one]), z.array(text)]).nullish(),
    auto_start: z.boolean().nullish(),
    track_deletes: z.boolean().nullish(),
    'webhook-subscriptions': textOrList
});
const flows = z.record(
    z.string(),
    flow.nullish().transform((one) => one ?? flow.parse({}))
);

const integration = z.looseObject({
    syncs: flows.nullish(),
    actions: flows.nullish(),
    'on-events': z.record(z.string(), textOrList).nullish(),
    'post-connection-scripts': textOrList
});

const file = z.looseObject({
    integrations: z.record(z.string(), z.unknown()),
    models: z.record(z.string(), z.unknown()).nullish()
});

/** @throws {Error} where it is not such a file */
export function readYaml(content: string): YamlProject {
    const { integrations, models } = file.parse(parse(content));
    const problems: string[] = [];
    const functions = Object.entries(integrations).flatMap(([integrationId, given]) => {
        const parsed = integration.safeParse(given ?? {});
        if (parsed.success) return functionsOf(integrationId, parsed.data, problems);
        problems.push(`${integrationId}: ${z.prettifyError(parsed.error)}`);
        return [];
    });
    return { functions, models: models ?? {}, problems };
}

function functionsOf(integrationId: string, given: z.output<typeof integration>, problems: string[]): YamlFunction[] {
    const { syncs, actions, 'on-events': events, 'post-connection-scripts': scripts, ...rest } = given;
    // The first form of the file has them side by side.
    const older = Object.entries(rest).flatMap(([name, each]) => {
        const parsed = flow.safeParse(each);
        return parsed.success && (parsed.data.runs || parsed.data.type) ? [[name, parsed.data] as const] : [];
    });
    const named = (type: 'sync' | 'action', list: typeof syncs) =>
        Object.entries(list ?? {}).map(([name, each]) => [type, name, each] as const);
    return [
        ...named('sync', syncs),
        ...named('action', actions),
        ...older.map(([name, each]) => [each.type ?? 'sync', name, each] as const)
    ]
        .map(([type, name, each]) => functionOf(integrationId, type, name, each, problems))
        .concat(
            [...Object.entries(events ?? {}), ['post-connection-creation', scripts] as const].flatMap(([event, names]) =>
                names.map((name) => ({ ...functionOf(integrationId, 'onEvent', name, flow.parse({}), problems), event }))
            )
        );
}

function functionOf(
    integrationId: string,
    type: YamlFunction['type'],
    name: string,
    given: z.output<typeof flow>,
    problems: string[]
): YamlFunction {
    const frequency = normalizeFrequency(given.runs ?? 'every hour');
    if (type === 'sync' && problemOfFrequency(frequency) !== undefined)
        problems.push(`${integrationId}/${name}: '${given.runs ?? ''}' is no frequency, such as 'every hour'.`);
    const outputs = given.output ?? given.returns ?? [];
    if (type === 'sync' && outputs.length === 0) problems.push(`${integrationId}/${name}: a sync needs an output, which is its model.`);
    return {
        integrationId,
        type,
        name,
        description: given.description?.trim() || name,
        version: given.version ?? undefined,
        scopes: given.scopes,
        endpoints: [given.endpoint ?? []].flat().map((each) => endpointOf(each, type)),
        input: given.input ?? undefined,
        outputs,
        frequency,
        autoStart: given.auto_start ?? undefined,
        trackDeletes: given.track_deletes ?? undefined,
        webhookSubscriptions: given['webhook-subscriptions'],
        event: ''
    };
}

function endpointOf(given: z.output<typeof endpoint>, type: YamlFunction['type']): Endpoint {
    const usual = type === 'action' ? 'POST' : 'GET';
    if (typeof given !== 'string')
        return {
            method: (given.method ?? usual).toUpperCase(),
            path: given.path,
            ...(given.group !== undefined && { group: given.group })
        };
    const [first = '', second] = given.trim().split(/\s+/);
    return second === undefined ? { method: usual, path: first } : { method: first.toUpperCase(), path: second };
}
