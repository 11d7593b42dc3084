export { ActionError, HostError, HttpError, ValidationError } from './errors.ts';
export {
    type ActionDefinition,
    type AnyAction,
    type AnyFunction,
    type AnyOnEvent,
    type AnySync,
    type ConnectionEvent,
    connectionEvents,
    createAction,
    createOnEvent,
    createSync,
    type Endpoint,
    type OnEventDefinition,
    type RenewedRecord,
    type SyncDefinition
} from './definition.ts';
export type {
    ActionContext,
    FetchedResponse,
    LogLevel,
    ModelSchemas,
    PaginateConfig,
    ProxyConfig,
    ProxyResponse,
    RecordSource,
    SyncContext,
    SyncMode
} from './context.ts';
export type {
    ConnectionQuery,
    Host,
    HostConnection,
    HostIntegration,
    HostLogLine,
    HostRecord,
    HostRequest,
    HostResponse,
    HostSource,
    HostWrite,
    Issue,
    RecordChange,
    ResponseReader,
    RunFacts,
    SetAsideRecord
} from './host.ts';
export { isObject as isJsonObject, type Json, type JsonObject, parseJson, rawNumber } from './json.ts';
export { intervalOf, normalizeFrequency, problemOfFrequency } from './frequency.ts';
export { parseRetryAfter } from './retry-after.ts';
export { multipartBody, type MultipartPart } from './multipart-body.ts';
export {
    type ActionOutcome,
    type OnEventOutcome,
    readRenewed,
    runAction,
    type RunError,
    runOnEvent,
    runSync,
    runWebhook,
    type SyncOutcome
} from './run.ts';
export type {
    CreateActionProps,
    CreateActionResponse,
    CreateAnyResponse,
    CreateOnEventProps,
    CreateOnEventResponse,
    CreateSyncProps,
    CreateSyncResponse,
    NangoAction,
    NangoSync,
    ProxyConfiguration
} from './reference-names.ts';
