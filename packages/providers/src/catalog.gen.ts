// Written by `npm run gen` from the folders beside it. Do not edit.
import ashby from './ashby/provider.ts';
import gem from './gem/provider.ts';
import github from './github/provider.ts';
import google from './google/provider.ts';
import greenhouse from './greenhouse/provider.ts';
import hubspot from './hubspot/provider.ts';
import intercom from './intercom/provider.ts';
import lever from './lever/provider.ts';
import leverBasic from './lever-basic/provider.ts';
import leverBasicSandbox from './lever-basic-sandbox/provider.ts';
import leverSandbox from './lever-sandbox/provider.ts';
import linear from './linear/provider.ts';
import microsoft from './microsoft/provider.ts';
import notion from './notion/provider.ts';
import openai from './openai/provider.ts';
import privateApiBasic from './private-api-basic/provider.ts';
import privateApiBearer from './private-api-bearer/provider.ts';
import quickbooks from './quickbooks/provider.ts';
import quickbooksSandbox from './quickbooks-sandbox/provider.ts';
import salesforce from './salesforce/provider.ts';
import sandboxApiKey from './sandbox-api-key/provider.ts';
import sandboxAshby from './sandbox-ashby/provider.ts';
import sandboxBasic from './sandbox-basic/provider.ts';
import sandboxGem from './sandbox-gem/provider.ts';
import sandboxOauth2 from './sandbox-oauth2/provider.ts';
import sandboxOauth2Cc from './sandbox-oauth2-cc/provider.ts';
import sandboxOauth2Subdomain from './sandbox-oauth2-subdomain/provider.ts';
import sandboxOauth2Tenants from './sandbox-oauth2-tenants/provider.ts';
import sandboxQuickbooks from './sandbox-quickbooks/provider.ts';
import sandboxTwoKeys from './sandbox-two-keys/provider.ts';
import sandboxXero from './sandbox-xero/provider.ts';
import shopify from './shopify/provider.ts';
import slack from './slack/provider.ts';
import stripe from './stripe/provider.ts';
import unauthenticated from './unauthenticated/provider.ts';
import xero from './xero/provider.ts';
import zendesk from './zendesk/provider.ts';
import type { Provider } from './provider.ts';

export const definitions: readonly Provider[] = [
    ashby,
    gem,
    github,
    google,
    greenhouse,
    hubspot,
    intercom,
    lever,
    leverBasic,
    leverBasicSandbox,
    leverSandbox,
    linear,
    microsoft,
    notion,
    openai,
    privateApiBasic,
    privateApiBearer,
    quickbooks,
    quickbooksSandbox,
    salesforce,
    sandboxApiKey,
    sandboxAshby,
    sandboxBasic,
    sandboxGem,
    sandboxOauth2,
    sandboxOauth2Cc,
    sandboxOauth2Subdomain,
    sandboxOauth2Tenants,
    sandboxQuickbooks,
    sandboxTwoKeys,
    sandboxXero,
    shopify,
    slack,
    stripe,
    unauthenticated,
    xero,
    zendesk
];
