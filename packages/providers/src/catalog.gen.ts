// Written by `npm run gen` from the folders beside it. Do not edit.
import activeCampaign from './active-campaign/provider.ts';
import adpWorkforceNow from './adp-workforce-now/provider.ts';
import affinityV2 from './affinity-v2/provider.ts';
import aircall from './aircall/provider.ts';
import airtable from './airtable/provider.ts';
import amazonS3 from './amazon-s3/provider.ts';
import amazonSellingPartner from './amazon-selling-partner/provider.ts';
import anthropic from './anthropic/provider.ts';
import asana from './asana/provider.ts';
import ashby from './ashby/provider.ts';
import atlassianMcp from './atlassian-mcp/provider.ts';
import attio from './attio/provider.ts';
import bamboohrBasic from './bamboohr-basic/provider.ts';
import bigcommerce from './bigcommerce/provider.ts';
import bitbucket from './bitbucket/provider.ts';
import box from './box/provider.ts';
import braze from './braze/provider.ts';
import brex from './brex/provider.ts';
import bullhorn from './bullhorn/provider.ts';
import calComV2 from './cal-com-v2/provider.ts';
import calendly from './calendly/provider.ts';
import chargebee from './chargebee/provider.ts';
import clickup from './clickup/provider.ts';
import close from './close/provider.ts';
import confluence from './confluence/provider.ts';
import copper from './copper/provider.ts';
import datadog from './datadog/provider.ts';
import deel from './deel/provider.ts';
import discord from './discord/provider.ts';
import dropbox from './dropbox/provider.ts';
import dynamics365Sales from './dynamics-365-sales/provider.ts';
import emarsys from './emarsys/provider.ts';
import etsy from './etsy/provider.ts';
import exactOnline from './exact-online/provider.ts';
import factorial from './factorial/provider.ts';
import fortnox from './fortnox/provider.ts';
import freshbooks from './freshbooks/provider.ts';
import freshdesk from './freshdesk/provider.ts';
import freshsales from './freshsales/provider.ts';
import front from './front/provider.ts';
import gem from './gem/provider.ts';
import github from './github/provider.ts';
import githubApp from './github-app/provider.ts';
import githubAppOauth from './github-app-oauth/provider.ts';
import gitlab from './gitlab/provider.ts';
import gongOauth from './gong-oauth/provider.ts';
import google from './google/provider.ts';
import googleAds from './google-ads/provider.ts';
import googleCalendar from './google-calendar/provider.ts';
import googleDrive from './google-drive/provider.ts';
import googleGemini from './google-gemini/provider.ts';
import googleMail from './google-mail/provider.ts';
import googleSheet from './google-sheet/provider.ts';
import gorgias from './gorgias/provider.ts';
import greenhouse from './greenhouse/provider.ts';
import greenhouseHarvestPartner from './greenhouse-harvest-partner/provider.ts';
import gusto from './gusto/provider.ts';
import helpscoutMailbox from './helpscout-mailbox/provider.ts';
import hibobServiceUser from './hibob-service-user/provider.ts';
import hubspot from './hubspot/provider.ts';
import intercom from './intercom/provider.ts';
import jira from './jira/provider.ts';
import jobvite from './jobvite/provider.ts';
import klaviyoOauth from './klaviyo-oauth/provider.ts';
import lever from './lever/provider.ts';
import leverBasic from './lever-basic/provider.ts';
import leverBasicSandbox from './lever-basic-sandbox/provider.ts';
import leverSandbox from './lever-sandbox/provider.ts';
import linear from './linear/provider.ts';
import linearMcp from './linear-mcp/provider.ts';
import linkedin from './linkedin/provider.ts';
import mailchimp from './mailchimp/provider.ts';
import marketo from './marketo/provider.ts';
import mcpGeneric from './mcp-generic/provider.ts';
import metaMarketingApi from './meta-marketing-api/provider.ts';
import microsoft from './microsoft/provider.ts';
import microsoftTeams from './microsoft-teams/provider.ts';
import monday from './monday/provider.ts';
import netsuite from './netsuite/provider.ts';
import netsuiteTba from './netsuite-tba/provider.ts';
import notion from './notion/provider.ts';
import notionMcp from './notion-mcp/provider.ts';
import okta from './okta/provider.ts';
import oneDrive from './one-drive/provider.ts';
import openai from './openai/provider.ts';
import outlook from './outlook/provider.ts';
import outreach from './outreach/provider.ts';
import pagerduty from './pagerduty/provider.ts';
import paylocity from './paylocity/provider.ts';
import paypal from './paypal/provider.ts';
import perplexity from './perplexity/provider.ts';
import personioV2 from './personio-v2/provider.ts';
import pipedrive from './pipedrive/provider.ts';
import privateApiBasic from './private-api-basic/provider.ts';
import privateApiBearer from './private-api-bearer/provider.ts';
import quickbooks from './quickbooks/provider.ts';
import quickbooksSandbox from './quickbooks-sandbox/provider.ts';
import ramp from './ramp/provider.ts';
import razorpay from './razorpay/provider.ts';
import recruitee from './recruitee/provider.ts';
import ringCentral from './ring-central/provider.ts';
import rippling from './rippling/provider.ts';
import sage from './sage/provider.ts';
import sageIntacctOauth from './sage-intacct-oauth/provider.ts';
import salesforce from './salesforce/provider.ts';
import salesforceSandbox from './salesforce-sandbox/provider.ts';
import salesloft from './salesloft/provider.ts';
import sandboxApiKey from './sandbox-api-key/provider.ts';
import sandboxApp from './sandbox-app/provider.ts';
import sandboxAshby from './sandbox-ashby/provider.ts';
import sandboxAws from './sandbox-aws/provider.ts';
import sandboxBasic from './sandbox-basic/provider.ts';
import sandboxBill from './sandbox-bill/provider.ts';
import sandboxCustom from './sandbox-custom/provider.ts';
import sandboxGem from './sandbox-gem/provider.ts';
import sandboxJwt from './sandbox-jwt/provider.ts';
import sandboxMcp from './sandbox-mcp/provider.ts';
import sandboxMcpStatic from './sandbox-mcp-static/provider.ts';
import sandboxNetsuite from './sandbox-netsuite/provider.ts';
import sandboxOauth1 from './sandbox-oauth1/provider.ts';
import sandboxOauth2 from './sandbox-oauth2/provider.ts';
import sandboxOauth2Cc from './sandbox-oauth2-cc/provider.ts';
import sandboxOauth2Subdomain from './sandbox-oauth2-subdomain/provider.ts';
import sandboxOauth2Tenants from './sandbox-oauth2-tenants/provider.ts';
import sandboxPlugin from './sandbox-plugin/provider.ts';
import sandboxQuickbooks from './sandbox-quickbooks/provider.ts';
import sandboxSignature from './sandbox-signature/provider.ts';
import sandboxTwoKeys from './sandbox-two-keys/provider.ts';
import sandboxTwoStep from './sandbox-two-step/provider.ts';
import sandboxXero from './sandbox-xero/provider.ts';
import sapSuccessFactors from './sap-success-factors/provider.ts';
import sendgrid from './sendgrid/provider.ts';
import sentryMcp from './sentry-mcp/provider.ts';
import sentryOauth from './sentry-oauth/provider.ts';
import servicenow from './servicenow/provider.ts';
import sharepointOnline from './sharepoint-online/provider.ts';
import shopify from './shopify/provider.ts';
import slack from './slack/provider.ts';
import smartrecruitersApiKey from './smartrecruiters-api-key/provider.ts';
import snowflake from './snowflake/provider.ts';
import squarespace from './squarespace/provider.ts';
import squareup from './squareup/provider.ts';
import stripe from './stripe/provider.ts';
import stripeApp from './stripe-app/provider.ts';
import stripeMcp from './stripe-mcp/provider.ts';
import teamtailor from './teamtailor/provider.ts';
import trello from './trello/provider.ts';
import twilio from './twilio/provider.ts';
import typeform from './typeform/provider.ts';
import ukgPro from './ukg-pro/provider.ts';
import unauthenticated from './unauthenticated/provider.ts';
import webex from './webex/provider.ts';
import whatsappBusiness from './whatsapp-business/provider.ts';
import woocommerce from './woocommerce/provider.ts';
import wordpressSite from './wordpress-site/provider.ts';
import workable from './workable/provider.ts';
import workday from './workday/provider.ts';
import xero from './xero/provider.ts';
import zendesk from './zendesk/provider.ts';
import zohoBooks from './zoho-books/provider.ts';
import zohoCrm from './zoho-crm/provider.ts';
import zoom from './zoom/provider.ts';
import type { Provider } from './provider.ts';

export const definitions: readonly Provider[] = [
    activeCampaign,
    adpWorkforceNow,
    affinityV2,
    aircall,
    airtable,
    amazonS3,
    amazonSellingPartner,
    anthropic,
    asana,
    ashby,
    atlassianMcp,
    attio,
    bamboohrBasic,
    bigcommerce,
    bitbucket,
    box,
    braze,
    brex,
    bullhorn,
    calComV2,
    calendly,
    chargebee,
    clickup,
    close,
    confluence,
    copper,
    datadog,
    deel,
    discord,
    dropbox,
    dynamics365Sales,
    emarsys,
    etsy,
    exactOnline,
    factorial,
    fortnox,
    freshbooks,
    freshdesk,
    freshsales,
    front,
    gem,
    github,
    githubApp,
    githubAppOauth,
    gitlab,
    gongOauth,
    google,
    googleAds,
    googleCalendar,
    googleDrive,
    googleGemini,
    googleMail,
    googleSheet,
    gorgias,
    greenhouse,
    greenhouseHarvestPartner,
    gusto,
    helpscoutMailbox,
    hibobServiceUser,
    hubspot,
    intercom,
    jira,
    jobvite,
    klaviyoOauth,
    lever,
    leverBasic,
    leverBasicSandbox,
    leverSandbox,
    linear,
    linearMcp,
    linkedin,
    mailchimp,
    marketo,
    mcpGeneric,
    metaMarketingApi,
    microsoft,
    microsoftTeams,
    monday,
    netsuite,
    netsuiteTba,
    notion,
    notionMcp,
    okta,
    oneDrive,
    openai,
    outlook,
    outreach,
    pagerduty,
    paylocity,
    paypal,
    perplexity,
    personioV2,
    pipedrive,
    privateApiBasic,
    privateApiBearer,
    quickbooks,
    quickbooksSandbox,
    ramp,
    razorpay,
    recruitee,
    ringCentral,
    rippling,
    sage,
    sageIntacctOauth,
    salesforce,
    salesforceSandbox,
    salesloft,
    sandboxApiKey,
    sandboxApp,
    sandboxAshby,
    sandboxAws,
    sandboxBasic,
    sandboxBill,
    sandboxCustom,
    sandboxGem,
    sandboxJwt,
    sandboxMcp,
    sandboxMcpStatic,
    sandboxNetsuite,
    sandboxOauth1,
    sandboxOauth2,
    sandboxOauth2Cc,
    sandboxOauth2Subdomain,
    sandboxOauth2Tenants,
    sandboxPlugin,
    sandboxQuickbooks,
    sandboxSignature,
    sandboxTwoKeys,
    sandboxTwoStep,
    sandboxXero,
    sapSuccessFactors,
    sendgrid,
    sentryMcp,
    sentryOauth,
    servicenow,
    sharepointOnline,
    shopify,
    slack,
    smartrecruitersApiKey,
    snowflake,
    squarespace,
    squareup,
    stripe,
    stripeApp,
    stripeMcp,
    teamtailor,
    trello,
    twilio,
    typeform,
    ukgPro,
    unauthenticated,
    webex,
    whatsappBusiness,
    woocommerce,
    wordpressSite,
    workable,
    workday,
    xero,
    zendesk,
    zohoBooks,
    zohoCrm,
    zoom
];
