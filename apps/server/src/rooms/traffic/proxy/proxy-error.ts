import { AppError, type ErrorCode } from '@patchbay/contracts';
import { EgressError, type EgressErrorCode } from '../../../kernel/egress/egress.ts';

const codes: Readonly<Record<EgressErrorCode, ErrorCode>> = {
    bad_url: 'destination_not_allowed',
    destination_not_allowed: 'destination_not_allowed',
    unreachable: 'provider_unreachable',
    tls: 'provider_unreachable',
    timeout: 'provider_timeout',
    too_large: 'provider_answer_unusable',
    too_many_redirects: 'provider_answer_unusable',
    protocol: 'provider_answer_unusable'
};

/** The caller's error for a call without a response, without details of our network. */
export function toProxyError(error: unknown): unknown {
    return error instanceof EgressError ? new AppError(codes[error.code], { cause: error }) : error;
}
