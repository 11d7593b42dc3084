import { hash } from 'node:crypto';
import { HostError } from '@patchbay/functions';

/** The sets of records that one sync of one connection writes, and all that reads them. */
export interface RecordScope {
    environmentId: string;
    /** `connections.id`. */
    connectionId: number;
    /** Of the sync; `base` is the usual one. */
    variant: string;
}

/** What a set of records is called: `Model`, or `Model::variant`. */
export function setName(model: string, variant: string | undefined): string {
    return variant === undefined || variant === 'base' ? model : `${model}::${variant}`;
}

/** The id of a record: the same however often it is deleted and read again. */
export function recordIdOf({ environmentId, connectionId }: Omit<RecordScope, 'variant'>, name: string, externalId: string): string {
    return toUuid(hash('sha256', JSON.stringify([environmentId, connectionId, name, externalId])));
}

/** A UUID of version 8 (RFC 9562 §5.8) of the beginning of a hash. */
export function toUuid(hex: string): string {
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Ends a run whose connection is gone. */
export function connectionGone(): HostError {
    return new HostError('run_aborted', 'The connection was deleted.');
}
