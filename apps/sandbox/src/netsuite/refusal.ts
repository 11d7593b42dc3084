const TITLES: Readonly<Record<number, string>> = {
    400: 'Bad Request',
    401: 'Unauthorized',
    404: 'Not Found',
    413: 'Payload Too Large',
    504: 'Gateway Timeout'
};

/**
 * An error in the form of REST web services.
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158151234003.html
 */
export class Refusal extends Error {
    readonly status: number;
    readonly code: string;

    constructor(status: number, code: string, detail: string) {
        super(detail);
        this.status = status;
        this.code = code;
    }

    body(): unknown {
        return {
            type: `https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.${this.status - 399}`,
            title: TITLES[this.status] ?? 'Error',
            status: this.status,
            'o:errorDetails': [{ detail: this.message, 'o:errorCode': this.code }]
        };
    }
}

/** Whatever the reason: only the login audit trail has it. */
export function invalidLogin(): Refusal {
    return new Refusal(
        401,
        'INVALID_LOGIN',
        'Invalid login attempt. For more details, see the Login Audit Trail in the NetSuite UI at Setup > Users/Roles > User Management > View Login Audit Trail.'
    );
}
