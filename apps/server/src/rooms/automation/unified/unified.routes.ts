import {
    AppError,
    callCustomEndpoint,
    listCapabilities,
    unifiedGets,
    unifiedLists,
    unifiedReads,
    unifiedUploads,
    unifiedWrites,
    unifiedWritesById
} from '@patchbay/contracts';
import { isJsonObject } from '@patchbay/functions';
import { capabilitiesOf, integrationOf, type UnifiedEndpoint } from '@patchbay/integrations';
import type { IncomingMessage } from 'node:http';
import { jsonOrForm } from '../../../kernel/http/json-or-form.ts';
import { type Route, route, storedJson } from '../../../kernel/http/mount.ts';
import { findIntegration } from '../../platform/integrations/integrations.sql.ts';
import { callAction } from '../actions/call-action.ts';
import { respondTo } from '../actions/respond-to.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { callEndpoint } from '../custom-endpoints/call-endpoint.ts';
import { callOf } from '../custom-endpoints/request-of.ts';
import { requireConnectionOf } from '../syncs/change-syncs.ts';
import type { Live } from './read-live.ts';
import { readUpload } from './read-upload.ts';
import { getUnified, listUnified } from './read-unified.ts';
import { acquireUploadSlot } from './upload-slot.ts';
import { actionNameFor, functionsFor, unsupported } from './unified-functions.ts';
import { type UnifiedWrite, writeUnified } from './write-unified.ts';

interface Caller {
    environmentId: string;
}

interface Named {
    'provider-config-key': string;
    'connection-id': string;
}

/** @throws {AppError} `unknown_connection`, `not_confirmed`, `wrong_provider` */
async function liveOf(deps: HostDeps, endpoint: UnifiedEndpoint, { environmentId }: Caller, headers: Named): Promise<Live> {
    const target = { environmentId, integrationKey: headers['provider-config-key'], connectionId: headers['connection-id'] };
    const connection = await requireConnectionOf(deps, target);
    return { target, connection, integration: functionsFor(connection.provider, endpoint), endpoint };
}

interface WriteInput {
    headers: Named & { 'idempotency-key'?: string | undefined; 'x-async'?: boolean | undefined; 'x-max-retries'?: number | undefined };
    query: { dry_run?: boolean | undefined; overwrite?: boolean | undefined };
}

function writeOf({ headers, query }: WriteInput, input: unknown): UnifiedWrite {
    return {
        input,
        isDryRun: query.dry_run ?? false,
        overwrites: query.overwrite ?? false,
        idempotencyKey: headers['idempotency-key'],
        isAsync: headers['x-async'],
        maxRetries: headers['x-max-retries']
    };
}

/** What the path names wins: the body may repeat it. @throws {AppError} `invalid_body` */
function withId(body: unknown, id: string): unknown {
    const given = body ?? {};
    if (!isJsonObject(given)) return given;
    if (given['id'] !== undefined && given['id'] !== id)
        throw new AppError('invalid_body', { errors: [{ code: 'custom', message: 'Must be the id of the path.', path: ['id'] }] });
    return { ...given, id };
}

const fileOf = async (form: IncomingMessage, isAsync: boolean) => {
    const { fields, file } = await readUpload(form, 'resume_file');
    if (!file) return fields;
    // A queued run keeps its input as JSON.
    const content = isAsync ? Buffer.from(file.bytes).toString('base64') : file.bytes;
    return { ...fields, resume_file: content, content_type: file.contentType, ...(file.filename && { filename: file.filename }) };
};

/** A provider without the category can have a function of its environment at the address. */
function orDeployed(bound: Route): Route {
    return {
        ...bound,
        handle: (deps, input, request) =>
            bound.handle(deps, input, request).catch(async (error: unknown) => {
                const isElsewhere = error instanceof AppError && error.code === 'wrong_provider';
                const { auth } = input;
                if (!isElsewhere || auth === undefined || !('environmentId' in auth)) throw error;
                const headers = callCustomEndpoint.headers.parse(request.headers);
                const deployed = await callEndpoint(deps, callOf(request, { ...input, auth, headers }));
                if (deployed) return deployed;
                throw error;
            })
    };
}

const categoryRoutes = [
    ...unifiedLists.map(({ unified, contract }) =>
        storedJson(contract, async (deps, { auth, headers, query, setHeader }) =>
            listUnified(deps, await liveOf(deps, unified, auth, headers), query, setHeader)
        )
    ),
    ...unifiedGets.map(({ unified, contract }) =>
        storedJson(contract, async (deps, { auth, headers, params, query, setHeader }) =>
            getUnified(deps, await liveOf(deps, unified, auth, headers), { id: params.id, isLive: query.live ?? false }, setHeader)
        )
    ),
    ...unifiedReads.map(({ unified, contract }) =>
        storedJson(contract, async (deps, { auth, headers, query, setHeader }) => {
            const live = await liveOf(deps, unified, auth, headers);
            const name = actionNameFor(live.integration, unified);
            if (name === undefined) throw unsupported(live.connection.provider, live.integration, unified);
            return respondTo(await callAction(deps, { target: live.target, name, input: query }), 'unified', setHeader);
        })
    ),
    ...unifiedWrites.map(({ unified, contract }) =>
        storedJson(contract, async (deps, { auth, body, setHeader, ...input }) =>
            writeUnified(deps, await liveOf(deps, unified, auth, input.headers), writeOf(input, body), setHeader)
        )
    ),
    ...unifiedWritesById.map(({ unified, contract }) =>
        storedJson(contract, async (deps, { auth, body, params, setHeader, ...input }) =>
            writeUnified(deps, await liveOf(deps, unified, auth, input.headers), writeOf(input, withId(body, params.id)), setHeader)
        )
    ),
    ...unifiedUploads.map(({ unified, contract }) =>
        jsonOrForm(contract, async (deps, { auth, setHeader, ...input }, { request, isForm, readJson }) => {
            const live = await liveOf(deps, unified, auth, input.headers);
            const release = await acquireUploadSlot(deps, request);
            try {
                const given = isForm ? await fileOf(request, input.headers['x-async'] ?? false) : await readJson();
                return await writeUnified(deps, live, writeOf(input, given), setHeader);
            } finally {
                release();
            }
        })
    )
];

export const unifiedRoutes = [
    ...categoryRoutes.map(orDeployed),
    route(listCapabilities, async (deps, { auth, params }) => {
        const row = await findIntegration(deps.db, auth.environmentId, params.id);
        if (!row) throw new AppError('not_found', { message: 'Integration does not exist' });
        const integration = integrationOf(row.provider);
        return { data: integration ? capabilitiesOf(integration) : [] };
    })
];
