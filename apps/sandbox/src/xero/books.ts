import { KIND_NAMES, KINDS } from './kinds.ts';
import type { Kind, KindName } from './kinds.ts';
import { textOf } from './row.ts';
import type { Row } from './row.ts';

/** What webhooks tell of. */
export interface Change {
    tenantId: string;
    kind: KindName;
    id: string;
    type: 'CREATE' | 'UPDATE';
    atMs: number;
}

/** The rows of one organisation, in the order in which they were made. */
export class Books {
    readonly #rows: Readonly<Record<KindName, Map<string, Row>>>;

    constructor() {
        const empty = () => new Map<string, Row>();
        this.#rows = {
            Accounts: empty(),
            Contacts: empty(),
            Items: empty(),
            Invoices: empty(),
            Payments: empty(),
            ManualJournals: empty(),
            PurchaseOrders: empty()
        };
    }

    list(kind: KindName): Row[] {
        return [...this.#rows[kind].values()];
    }

    get(kind: KindName, id: unknown): Row | undefined {
        return this.#rows[kind].get(String(id).toLowerCase());
    }

    /** By id, or by what else identifies it, such as an invoice's number. */
    find({ name, keyField }: Kind, key: string): Row | undefined {
        return this.get(name, key) ?? (keyField === undefined ? undefined : this.list(name).find((row) => row[keyField] === key));
    }

    put(kind: KindName, row: Row): Row {
        this.#rows[kind].set(textOf(row[KINDS[kind].idField]) ?? '', row);
        return row;
    }

    remove(kind: KindName, id: string): void {
        this.#rows[kind].delete(id);
    }

    /** The account that a line or a payment names, by its id or its code. */
    account({ AccountID, AccountCode, Code }: Row): Row | undefined {
        if (textOf(AccountID) !== undefined) return this.get('Accounts', AccountID);
        const code = textOf(AccountCode) ?? textOf(Code);
        return code === undefined ? undefined : this.list('Accounts').find((account) => account['Code'] === code);
    }

    counts(): object {
        return Object.fromEntries(KIND_NAMES.map((kind) => [kind, this.#rows[kind].size]));
    }
}

export interface Organisation {
    tenantId: string;
    name: string;
    shortCode: string;
    isDemo: boolean;
    books: Books;
}

export const BASE_CURRENCY = 'NZD';
/** Those that every organisation here is subscribed to, with the value of one unit of the base. */
export const RATES: Readonly<Record<string, number>> = { NZD: 1, USD: 0.5987, JPY: 88.4321, KWD: 0.184_215 };
