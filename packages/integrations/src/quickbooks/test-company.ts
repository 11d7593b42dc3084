import type { HostRequest, HostResponse } from '@patchbay/functions';
import { jsonResponse, MemoryHost, testFacts } from '@patchbay/functions/testing';

export const REALM = '9341453474484455123';

/** A connection to a company. */
export class CompanyHost extends MemoryHost {
    override async getConnection() {
        return { ...(await super.getConnection()), connection_config: { realmId: REALM } };
    }

    /** The queries, as QuickBooks reads them. */
    get queries(): (string | null)[] {
        return this.requests.map(({ query }) => new URLSearchParams(query).get('query'));
    }
}

export const facts = { ...testFacts, idempotencyKey: 'request-1' };

export const fault = (code: string, message: string, element = '', status = 400): HostResponse =>
    jsonResponse(
        { Fault: { Error: [{ Message: message, Detail: `${message}.`, code, element }], type: 'ValidationFault' }, time: 'x' },
        status
    );

export const parametersOf = ({ query }: HostRequest) => Object.fromEntries(new URLSearchParams(query));

/** A transfer, which has the fewest fields. */
export const transfer = (id: number | string, changes: Record<string, unknown> = {}) => ({
    Id: String(id),
    SyncToken: '0',
    TxnDate: '2026-01-19',
    Amount: 1,
    MetaData: { CreateTime: '2026-01-19T13:26:24-08:00', LastUpdatedTime: '2026-01-19T13:26:24-08:00' },
    ...changes
});
