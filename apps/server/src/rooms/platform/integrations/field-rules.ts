import type { FieldRules } from '@patchbay/providers';
import type { Config } from '../../../config.ts';
import { isListedHost } from '../../../kernel/egress/egress.ts';

/** What is allowed in a provider's fields on this server. */
export function fieldRules({ allowPrivateHosts }: Pick<Config, 'allowPrivateHosts'>): FieldRules {
    return { allowsHttp: (url) => isListedHost(url, allowPrivateHosts) };
}
