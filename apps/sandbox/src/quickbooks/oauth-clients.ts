import { clientAt, VENDORS } from '../vendors.ts';
import type { Environment } from './company.ts';

/** An app at the developer portal, with the keys of one environment. */
export interface OAuthApp {
    id: string;
    secret: string;
    name: string;
    environment: Environment;
    /** Signs its webhooks; no other secret. */
    verifierToken: string;
}

export const APPS: readonly OAuthApp[] = [
    {
        id: 'ABpatchbayProductionKeys',
        secret: 'quickbooks-production-secret',
        name: 'Patchbay demo',
        environment: 'production',
        verifierToken: '5b1e0f3a-production-verifier'
    },
    {
        id: 'ABpatchbayDevelopmentKeys',
        secret: 'quickbooks-development-secret',
        name: 'Patchbay demo (development)',
        environment: 'sandbox',
        verifierToken: '9c7d2e4b-development-verifier'
    },
    ...VENDORS.filter(({ api }) => api === 'quickbooks').map((vendor) => ({
        ...clientAt(vendor),
        environment: 'production' as const,
        verifierToken: `${vendor.id}-verifier`
    }))
];

export const SCOPES: Readonly<Record<string, string>> = {
    'com.intuit.quickbooks.accounting': 'Read and change your accounting data',
    'com.intuit.quickbooks.payment': 'Take payments for you',
    'payroll.compensation.read': 'Read compensation',
    'project-management.project': 'Manage projects',
    'app-foundations.custom-dimensions.read': 'Read custom dimensions',
    'app-foundations.custom-field-definitions': 'Manage custom fields',
    'time-tracking.time-entry': 'Track time',
    'indirect-tax.tax-calculation.quickbooks': 'Calculate sales tax',
    openid: 'Know who you are',
    profile: 'See your name',
    email: 'See your email address',
    phone: 'See your phone number',
    address: 'See your address'
};

const OPENID_SCOPES = new Set(['openid', 'profile', 'email', 'phone', 'address']);

/** Whether a company has to be chosen: not for OpenID scopes alone. */
export function needsCompany(scopes: readonly string[]): boolean {
    return scopes.some((scope) => !OPENID_SCOPES.has(scope));
}
