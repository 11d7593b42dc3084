export { ActionError, HostError, HttpError, ValidationError } from './errors.ts';
export {
    type ActionDefinition,
    type AnyAction,
    type AnySync,
    createAction,
    createSync,
    type Endpoint,
    type RenewedRecord,
    type SyncDefinition
} from './definition.ts';
export type {
    ActionContext,
    LogLevel,
    ModelSchemas,
    PaginateConfig,
    ProxyConfig,
    ProxyResponse,
    RecordSource,
    SyncContext
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
    HostWrite,
    Issue,
    RecordChange,
    RunFacts,
    SetAsideRecord
} from './host.ts';
export { isObject as isJsonObject, type Json, type JsonObject, parseJson, rawNumber } from './json.ts';
export { intervalOf, normalizeFrequency, problemOfFrequency } from './frequency.ts';
export { multipartBody, type MultipartPart } from './multipart-body.ts';
export { type ActionOutcome, readRenewed, runAction, type RunError, runSync, type SyncOutcome } from './run.ts';
