export type FaultType = 'ValidationFault' | 'SystemFault' | 'AUTHENTICATION' | 'AuthorizationFault' | 'SERVICE';

/** What the API refuses, in the words of its `Fault`. */
export class ApiError extends Error {
    override readonly name = 'ApiError';
    readonly code: string;
    readonly detail: string;
    readonly element: string | undefined;
    readonly status: number;
    readonly type: FaultType;

    constructor(
        code: string,
        message: string,
        detail: string,
        options: { element?: string | undefined; status?: number; type?: FaultType } = {}
    ) {
        super(message);
        this.code = code;
        this.detail = detail;
        this.element = options.element;
        this.status = options.status ?? 400;
        this.type = options.type ?? 'ValidationFault';
    }
}

export function missingParameter(element: string): ApiError {
    return new ApiError(
        '2020',
        'Required param missing, need to supply the required value for the API',
        `Required parameter ${element} is missing in the request`,
        { element }
    );
}

export function unsupportedProperty(detail: string, element?: string): ApiError {
    return new ApiError('2010', 'Request has invalid or unsupported property', detail, { element });
}

export function invalidReference(element: string, value: string): ApiError {
    return new ApiError('2500', 'Invalid Reference Id', `Invalid Reference Id : ${element} with value ${value} is not valid`, { element });
}

export function businessRule(detail: string): ApiError {
    return new ApiError('6000', 'A business validation error has occurred while processing your request', detail);
}

export function notFound(): ApiError {
    return new ApiError(
        '610',
        'Object Not Found',
        'Object Not Found : Something you’re trying to use has been made inactive. Check the fields with accounts, customers, items, vendors or employees.'
    );
}

export function staleObject(): ApiError {
    return new ApiError(
        '5010',
        'Stale Object Error',
        'Stale Object Error : You and another user were working on the same object. The other user saved it first.'
    );
}

export function unsupportedOperation(detail: string): ApiError {
    return new ApiError('500', 'Unsupported Operation', detail);
}

export function unparsableQuery(detail: string): ApiError {
    return new ApiError('4000', 'Error parsing query', `QueryParserError: ${detail}`);
}

export function invalidQuery(detail: string): ApiError {
    return new ApiError('4001', 'Invalid query', `QueryValidationError: ${detail}`);
}

/** A JSON body's `Fault`. */
export function faultOf({ code, message, detail, element, type }: ApiError): object {
    return { Error: [{ Message: message, Detail: detail, code, element: element ?? '' }], type };
}
