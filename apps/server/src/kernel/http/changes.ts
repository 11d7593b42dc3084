import type { EndpointShape, ParsedInput } from '@patchbay/contracts';
import type { Caller } from './authenticate.ts';

/** Told of what is changed, before and after. */
export interface Changes {
    /** @returns undefined where it is not recorded; else told of the response */
    begin(change: {
        endpoint: EndpointShape;
        /** Undefined: without credentials. */
        caller: Caller | undefined;
        input: ParsedInput<EndpointShape>;
        requestId: string;
        address: string;
    }): Promise<((status: number, code: string | undefined) => Promise<void>) | undefined>;
    /** Told of what a caller may not do, unless it has begun. */
    refused(refusal: {
        endpoint: EndpointShape;
        caller: Caller;
        params: unknown;
        requestId: string;
        address: string;
        code: string;
    }): Promise<void>;
}
