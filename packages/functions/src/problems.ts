import { connectionEvents } from './definition.ts';
import { problemOfFrequency } from './frequency.ts';
import { isObject } from './json.ts';
import { definitionOf, schemaType } from './schema-type.ts';

/** Something that keeps a definition from being deployed. */
export interface DefinitionProblem {
    /** In the definition, keys joined by dots; empty for the definition itself. */
    path: string;
    message: string;
}

const NAME_LENGTH = 255;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** @param name of a function, which is its file's without `.ts` */
export function problemOfFunctionName(name: string): string | undefined {
    if (name.length > NAME_LENGTH) return `A function's name has at most ${NAME_LENGTH} characters.`;
    return /^[a-zA-Z0-9_-]+$/.test(name) ? undefined : `A function's name has letters, digits, - and _ only; '${name}' has others.`;
}

/** @param definition the default export of a function's file, which can be anything */
export function problemsOfDefinition(definition: unknown): DefinitionProblem[] {
    if (!isObject(definition) || !isType(definition['type']))
        return [{ path: '', message: 'The default export must be what createSync, createAction or createOnEvent returns.' }];
    const { type } = definition;
    return [
        ...shared(definition),
        ...(type === 'sync' ? ofSync(definition) : type === 'action' ? ofAction(definition) : ofOnEvent(definition))
    ];
}

type Definition = Readonly<Record<string, unknown>>;
type Found = readonly (DefinitionProblem | false)[];

const isType = (type: unknown): type is 'sync' | 'action' | 'onEvent' => type === 'sync' || type === 'action' || type === 'onEvent';
const only = (found: Found): DefinitionProblem[] => found.filter((each) => each !== false);
const isFunction = (value: unknown) => typeof value === 'function';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');

function shared({ description, version, engine, isolation, scopes, metadata, checkpoint, exec }: Definition): DefinitionProblem[] {
    const isDescribed = typeof description === 'string' && description.trim() !== '';
    const isVersion = version === undefined || (typeof version === 'string' && version !== '' && version.length <= NAME_LENGTH);
    return [
        ...only([
            !isDescribed && { path: 'description', message: 'Say in a sentence what the function does.' },
            !isVersion && { path: 'version', message: 'A version is a string, such as 1.0.0.' },
            engine !== undefined &&
                engine !== 'isolate' &&
                engine !== 'process' && {
                    path: 'engine',
                    message: "The engine is 'isolate' or 'process'."
                },
            isolation !== undefined &&
                isolation !== 'shared' &&
                isolation !== 'connection' &&
                isolation !== 'run' && {
                    path: 'isolation',
                    message: "The isolation is 'shared', 'connection' or 'run'."
                },
            !isFunction(exec) && { path: 'exec', message: 'exec must be a function.' },
            scopes !== undefined && !isTexts(scopes) && { path: 'scopes', message: 'Scopes are a list of strings.' }
        ]),
        ...(metadata === undefined ? [] : ofForm('metadata', metadata, ['object', 'void'])),
        ...(checkpoint === undefined ? [] : ofCheckpoint(checkpoint))
    ];
}

function ofSync({ frequency, models, endpoints, autoStart, trackDeletes, syncType, webhookSubscriptions, onWebhook }: Definition) {
    const subscribes = isTexts(webhookSubscriptions) && webhookSubscriptions.length > 0;
    return [
        ...ofFrequency(frequency),
        ...ofModels(models),
        ...(endpoints === undefined ? [] : ofEndpoints(endpoints)),
        ...only([
            autoStart !== undefined && typeof autoStart !== 'boolean' && { path: 'autoStart', message: 'autoStart is true or false.' },
            trackDeletes !== undefined &&
                typeof trackDeletes !== 'boolean' && { path: 'trackDeletes', message: 'trackDeletes is true or false.' },
            syncType !== undefined &&
                syncType !== 'full' &&
                syncType !== 'incremental' && { path: 'syncType', message: "syncType is 'full' or 'incremental'." },
            webhookSubscriptions !== undefined &&
                !isTexts(webhookSubscriptions) && { path: 'webhookSubscriptions', message: 'Webhook subscriptions are a list of strings.' },
            onWebhook !== undefined && !isFunction(onWebhook) && { path: 'onWebhook', message: 'onWebhook must be a function.' },
            subscribes && onWebhook === undefined && { path: 'onWebhook', message: 'A sync with webhookSubscriptions needs onWebhook.' }
        ])
    ];
}

function ofAction({ input, output, endpoint }: Definition): DefinitionProblem[] {
    return [
        ...ofForm('input', input),
        ...ofForm('output', output),
        ...(endpoint === undefined ? [] : ofEndpoints([endpoint], () => 'endpoint'))
    ];
}

function ofOnEvent({ event }: Definition): DefinitionProblem[] {
    return only([
        !connectionEvents.some((each) => each === event) && {
            path: 'event',
            message: `The event is one of ${connectionEvents.join(', ')}.`
        }
    ]);
}

const frequencyMessages = {
    not_a_frequency: "can't be read. Write it like 'every hour', 'every 5 minutes' or 'every half day'.",
    too_short: 'is too short: at least 30 seconds lie between two runs.',
    too_long: 'is too long: at most 31 days lie between two runs.'
};

function ofFrequency(frequency: unknown): DefinitionProblem[] {
    const problem = typeof frequency === 'string' ? problemOfFrequency(frequency) : 'not_a_frequency';
    return problem ? [{ path: 'frequency', message: `The frequency '${String(frequency)}' ${frequencyMessages[problem]}` }] : [];
}

function ofModels(models: unknown): DefinitionProblem[] {
    if (!isObject(models))
        return [{ path: 'models', message: 'Models are an object of schemas, such as { Person: z.object({ id: z.string() }) }.' }];
    return Object.entries(models).flatMap(([name, schema]) => {
        const path = `models.${name}`;
        const isNamed = /^[A-Z][a-zA-Z0-9_-]+$/.test(name) && name.length <= NAME_LENGTH;
        const problems = ofForm(path, schema, ['object']);
        return [
            ...(isNamed ? [] : [{ path, message: "A model's name begins with a capital letter, and has letters, digits, - and _ only." }]),
            ...(problems.length > 0 ? problems : ofId(path, schema))
        ];
    });
}

function ofId(path: string, schema: unknown): DefinitionProblem[] {
    const { id } = shapeOf(schema);
    if (id === undefined) return [{ path, message: 'A model needs an id, by which its records are told apart.' }];
    const isText = ['string', 'number', 'int', 'union', 'enum', 'literal', 'template_literal', 'pipe'].includes(schemaType(id) ?? '');
    return isText ? [] : [{ path: `${path}.id`, message: 'An id is a string or a number, and always there.' }];
}

/** @param types that it may have; absent: any */
function ofForm(path: string, schema: unknown, types?: readonly string[]): DefinitionProblem[] {
    const type = schemaType(schema);
    if (type === undefined) {
        const isOld = isObject(schema) && '_def' in schema;
        const message = isOld
            ? 'This schema was made with zod 3. Functions need zod 4.0.5 or later.'
            : 'This must be a schema of zod, such as z.object({ … }), or z.void() for nothing.';
        return [{ path, message }];
    }
    return !types || types.includes(type)
        ? []
        : [{ path, message: `This must be a schema made by z.${types[0]}(); it is one of z.${type}().` }];
}

function ofCheckpoint(schema: unknown): DefinitionProblem[] {
    const problems = ofForm('checkpoint', schema, ['object']);
    if (problems.length > 0) return problems;
    return Object.entries(shapeOf(schema))
        .filter(([, field]) => !isPrimitive(field))
        .map(([name]) => ({ path: `checkpoint.${name}`, message: 'A checkpoint has strings, numbers and booleans only.' }));
}

const primitives = ['string', 'number', 'int', 'boolean', 'enum', 'literal', 'template_literal', 'null'];
const wrappers = ['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch'];

function isPrimitive(schema: unknown): boolean {
    const { innerType, options } = definitionOf(schema) ?? {};
    const type = schemaType(schema) ?? '';
    if (wrappers.includes(type)) return isPrimitive(innerType);
    return type === 'union' && Array.isArray(options) ? options.every(isPrimitive) : primitives.includes(type);
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
    const shape = definitionOf(schema)?.['shape'];
    return isObject(shape) ? shape : {};
}

function ofEndpoints(endpoints: unknown, pathOf: (index: number) => string = (index) => `endpoints.${index}`): DefinitionProblem[] {
    if (!Array.isArray(endpoints)) return [{ path: 'endpoints', message: 'Endpoints are a list.' }];
    const seen = new Set<string>();
    return endpoints.flatMap((endpoint: unknown, index) => {
        const { method = 'GET', path } = isObject(endpoint) ? endpoint : {};
        const address = `${String(method)} ${String(path)}`;
        const isAgain = seen.has(address);
        seen.add(address);
        return only([
            !methods.includes(String(method)) && {
                path: `${pathOf(index)}.method`,
                message: `The method is one of ${methods.join(', ')}.`
            },
            !(typeof path === 'string' && /^\/[^\s?#]*$/.test(path)) && {
                path: `${pathOf(index)}.path`,
                message: "A path begins with / and has no query, such as '/contacts'."
            },
            isAgain && { path: pathOf(index), message: `${address} is there twice.` }
        ]);
    });
}
