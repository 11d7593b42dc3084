import { describe, expect, test } from 'vitest';
import * as newest from 'zod';
import * as oldest from 'zod-oldest';
import { createAction, createOnEvent, createSync } from './index.ts';
import { describeFunction, problemOfFunctionName, problemsOfDefinition } from './describe.ts';

const place = { integrationId: 'vendor-eu', name: 'read-people' };
const exec = async () => undefined;
// Its types are those of another version.
const copies = [
    ['that is ours', newest],
    ['of a bundle with the oldest zod that is allowed', oldest as unknown as typeof newest]
] as const;

describe.each(copies)('a function with schemas of a zod %s', (_which, z) => {
    const Person = z.object({
        id: z.string(),
        name: z.string().describe('As the vendor writes it'),
        born: z.date().optional(),
        get parent() {
            return Person.optional();
        }
    });

    test('is described with its schemas, when it is a sync', () => {
        const sync = createSync({
            description: 'Reads people',
            frequency: 'every hour',
            version: '1.2.0',
            models: { Person },
            metadata: z.object({ team: z.string() }),
            checkpoint: z.object({ page: z.number() }),
            endpoints: [{ method: 'GET', path: '/people' }],
            scopes: ['people:read'],
            trackDeletes: true,
            syncType: 'full',
            webhookSubscriptions: ['person.changed'],
            volatile: { Person: ['photo'] },
            exec,
            onWebhook: exec
        });
        expect(problemsOfDefinition(sync)).toEqual([]);
        const description = describeFunction(sync, place);
        expect(description).toEqual({
            type: 'sync',
            engine: 'isolate',
            description: 'Reads people',
            version: '1.2.0',
            scopes: ['people:read'],
            runs: 'every hour',
            auto_start: true,
            track_deletes: true,
            sync_type: 'full',
            models: ['Person'],
            input: null,
            metadata: 'SyncMetadata_vendor_eu_read_people',
            checkpoint: 'SyncCheckpoint_vendor_eu_read_people',
            endpoints: [{ method: 'GET', path: '/people' }],
            event: null,
            webhook_subscriptions: ['person.changed'],
            volatile: { Person: ['photo'] },
            result: null,
            renews: [],
            features: ['checkpoints'],
            json_schema: {
                definitions: {
                    Person: {
                        type: 'object',
                        properties: {
                            id: { type: 'string' },
                            name: { type: 'string', description: 'As the vendor writes it' },
                            born: { type: 'string', format: 'date-time' },
                            parent: { allOf: [{ $ref: '#/definitions/Person' }] }
                        },
                        required: ['id', 'name'],
                        additionalProperties: false
                    },
                    SyncMetadata_vendor_eu_read_people: expect.objectContaining({ required: ['team'] }),
                    SyncCheckpoint_vendor_eu_read_people: expect.objectContaining({ required: ['page'] })
                }
            }
        });
        expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    });

    test('is described with its input as it is given and its output as it is made, when it is an action', () => {
        const action = createAction({
            description: 'Greets',
            input: z.object({ name: z.string().default('Ada'), at: z.string().transform(Number) }),
            output: z.object({ greeting: z.string(), length: z.string().transform(({ length }) => length) }),
            endpoint: { method: 'POST', path: '/greetings', group: 'People' },
            result: { model: 'Person', kind: 'saved' },
            renews: { models: { Person }, read: async () => [] },
            exec: async () => ({ greeting: '', length: '' })
        });
        expect(problemsOfDefinition(action)).toEqual([]);
        expect(describeFunction(action, { integrationId: 'vendor', name: 'greet' })).toMatchObject({
            type: 'action',
            version: null,
            runs: null,
            models: ['ActionOutput_vendor_greet'],
            input: 'ActionInput_vendor_greet',
            endpoints: [{ method: 'POST', path: '/greetings', group: 'People' }],
            features: [],
            result: { model: 'Person', kind: 'saved' },
            renews: ['Person'],
            json_schema: {
                definitions: {
                    ActionInput_vendor_greet: {
                        properties: { name: { type: 'string', default: 'Ada' }, at: { type: 'string' } },
                        required: ['at']
                    },
                    ActionOutput_vendor_greet: { properties: { greeting: { type: 'string' }, length: {} } }
                }
            }
        });
    });

    test('keeps the references inside of a schema, where there are several', () => {
        const Comment = z.object({
            text: z.string(),
            get replies() {
                return z.array(Comment);
            }
        });
        const action = createAction({ description: 'Comments', input: z.object({ first: Comment }), output: z.void(), exec });
        const { json_schema, models } = describeFunction(action, { integrationId: 'vendor', name: 'comment' });
        expect(models).toEqual([]);
        const names = Object.keys(json_schema.definitions);
        const text = JSON.stringify(json_schema);
        const references = [...text.matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)].map(([, name]) => name);
        expect(references.length).toBeGreaterThan(0);
        expect(references.filter((name) => !names.includes(name ?? ''))).toEqual([]);
    });

    test('is described with its engine', () => {
        const action = createAction({ description: 'Packs', engine: 'process', input: z.void(), output: z.void(), exec });
        expect(problemsOfDefinition(action)).toEqual([]);
        expect(describeFunction(action, place)).toMatchObject({ engine: 'process' });
    });

    test('is described with its event, when it is an on-event', () => {
        const onEvent = createOnEvent({ description: 'Greets', event: 'validate-connection', metadata: z.void(), exec });
        expect(problemsOfDefinition(onEvent)).toEqual([]);
        expect(describeFunction(onEvent, place)).toMatchObject({
            type: 'onEvent',
            event: 'validate-connection',
            metadata: null,
            models: [],
            json_schema: { definitions: {} }
        });
    });

    const id = z.string();
    const sync = { type: 'sync', description: 'Reads', frequency: 'every hour', models: { Person: z.object({ id }) }, exec };
    const action = { type: 'action', description: 'Does', input: z.any(), output: z.any(), exec };
    test.each<[what: string, definition: unknown, path: string, message: RegExp]>([
        ['nothing', undefined, '', /createSync, createAction or createOnEvent/],
        ['something else', { type: 'job' }, '', /createSync/],
        ['no description', { ...sync, description: ' ' }, 'description', /what the function does/],
        ['no code', { ...sync, exec: 5 }, 'exec', /function/],
        ['another isolation', { ...sync, isolation: 'tenant' }, 'isolation', /'shared', 'connection' or 'run'/],
        ['another engine', { ...sync, engine: 'vm' }, 'engine', /'isolate' or 'process'/],
        ['an unreadable frequency', { ...sync, frequency: 'now and then' }, 'frequency', /'now and then' can't be read/],
        ['no frequency', { ...sync, frequency: undefined }, 'frequency', /can't be read/],
        ['a frequency that is too short', { ...sync, frequency: '10s' }, 'frequency', /30 seconds/],
        ['a frequency that is too long', { ...sync, frequency: 'every 40 days' }, 'frequency', /31 days/],
        ['a model without an id', { ...sync, models: { Person: z.object({ name: id }) } }, 'models.Person', /needs an id/],
        ['an id that may be missing', { ...sync, models: { Person: z.object({ id: id.optional() }) } }, 'models.Person.id', /always there/],
        ['a model in lower case', { ...sync, models: { person: z.object({ id }) } }, 'models.person', /capital/],
        ['a model that is no object', { ...sync, models: { Person: id } }, 'models.Person', /z\.object/],
        ['a schema of zod 3', { ...sync, models: { Person: { _def: {} } } }, 'models.Person', /zod 3/],
        ['no models', { ...sync, models: undefined }, 'models', /Models/],
        ['a nested checkpoint', { ...sync, checkpoint: z.object({ at: z.object({}) }) }, 'checkpoint.at', /strings, numbers and booleans/],
        ['a checkpoint with a time', { ...sync, checkpoint: z.object({ at: z.date() }) }, 'checkpoint.at', /strings/],
        ['a checkpoint that is no object', { ...sync, checkpoint: id }, 'checkpoint', /z\.object/],
        ['metadata that is no object', { ...sync, metadata: id }, 'metadata', /z\.object/],
        ['webhooks that nothing takes', { ...sync, webhookSubscriptions: ['*'] }, 'onWebhook', /needs onWebhook/],
        ['a path without /', { ...sync, endpoints: [{ method: 'GET', path: 'people' }] }, 'endpoints.0.path', /begins with/],
        ['a method that there is not', { ...action, endpoint: { method: 'SEND', path: '/x' } }, 'endpoint.method', /GET/],
        ['no input', { ...action, input: undefined }, 'input', /z\.void/],
        ['no output', { ...action, output: {} }, 'output', /schema of zod/],
        ['another event', { type: 'onEvent', description: 'Does', event: 'birthday', exec }, 'event', /pre-connection-deletion/]
    ])('has a problem with %s', (_what, definition, path, message) => {
        expect(problemsOfDefinition(definition)).toEqual([{ path, message: expect.stringMatching(message) }]);
    });

    test('may have anything that JSON has one value for in its checkpoint', () => {
        const checkpoint = z.object({
            page: z.number().int().default(1),
            cursor: z.string().nullable(),
            kind: z.enum(['a', 'b']).optional(),
            either: z.union([z.string(), z.number()]),
            done: z.literal(true)
        });
        expect(problemsOfDefinition({ ...sync, checkpoint })).toEqual([]);
    });
});

test.each(['create_candidate', 'Read-People2'])('%s is a name of a function', (name) => {
    expect(problemOfFunctionName(name)).toBeUndefined();
});

test.each(['', 'read people', 'read.people', '../x', 'x'.repeat(256)])('%j is no name of a function', (name) => {
    expect(problemOfFunctionName(name)).toMatch(/^A function's name has/);
});
