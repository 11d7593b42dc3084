export { ApiError, UnreachableError } from '@patchbay/api-client/errors';
export { Patchbay, type PatchbayOptions } from './client.ts';
export type { ActionOptions } from './resources/actions.ts';
export type { FileSource } from './multipart-stream.ts';
export type {
    Account,
    Application,
    Bill,
    BillPayment,
    Candidate,
    CreateAccount,
    CreateBill,
    CreateBillPayment,
    CreateCandidate,
    CreateCreditMemo,
    CreateCustomer,
    CreateDeposit,
    CreatedCandidate,
    CreateInvoice,
    CreateItem,
    CreateJournalEntry,
    CreateNote,
    CreatePayment,
    CreatePurchase,
    CreatePurchaseOrder,
    CreateTransfer,
    CreditMemo,
    Customer,
    Deposit,
    DryRun,
    Invoice,
    Item,
    Job,
    JobPost,
    JobStage,
    JournalEntry,
    Location,
    Note,
    Payment,
    Purchase,
    PurchaseOrder,
    QueuedRun,
    RecordMetadata,
    Resume,
    Transfer,
    UpdateAccount,
    UpdateBill,
    UpdateCreditMemo,
    UpdateCustomer,
    UpdateDeposit,
    UpdateInvoice,
    UpdateItem,
    UpdateJournalEntry,
    UpdatePayment,
    UpdatePurchaseOrder,
    User
} from './operations.gen.ts';
export type { AlertChannel, AlertChannelChanges, NewAlertChannel } from './resources/alert-channels.ts';
export type { ResumeFile } from './resources/ats.ts';
export type { AttemptFilter, AttemptRecord } from './resources/attempts.ts';
export type { CollectorChanges, CollectorSettings, CollectorTest } from './resources/collector.ts';
export type { ConnectLink, NewConnectLink } from './resources/connect-links.ts';
export type { Environment, NewEnvironment } from './resources/environments.ts';
export type { Freeze, FrozenGrant, NewFreeze } from './resources/freezes.ts';
export type { ConnectUiChanges, ConnectUiSettings } from './resources/connect-ui.ts';
export type {
    Connection,
    ConnectionChanges,
    ConnectionFilter,
    ConnectionKey,
    ConnectionSummary,
    ImportedConnection,
    MetadataChange
} from './resources/connections.ts';
export type { ConnectSessionRequest, MintedSession, ReconnectSessionRequest } from './resources/connect-sessions.ts';
export type { EventFilter, RecordedEvent } from './resources/events.ts';
export type { Integration, IntegrationChanges, IntegrationStatus, NewIntegration, StatusOptions } from './resources/integrations.ts';
export type { Issue, IssueFilter, IssueMute } from './resources/issues.ts';
export type { KeyExtension, NewSecretKey, OfEnvironment, SecretKey } from './resources/keys.ts';
export type { LogDetail, LogEntry, LogFilter, LogSettingsChanges, TailOptions } from './resources/logs.ts';
export type { Provider, ProviderFilter } from './resources/providers.ts';
export type { ProxyRequest } from './resources/proxy.ts';
export type { RecordFilter, RecordPrune, StoredRecord } from './resources/records.ts';
export type { SyncName, SyncsOf, SyncStatus, SyncTrigger } from './resources/syncs.ts';
export type { ReadOptions, SyncHealth, UnifiedFilter, UnifiedPage, WriteOptions, Written } from './resources/unified.ts';
export type { WebhookDelivery, WebhookDeliveryFilter, WebhookReplay } from './resources/webhook-deliveries.ts';
export type {
    KeyRotation,
    NewWebhookEndpoint,
    WebhookEndpoint,
    WebhookEndpointChanges,
    WebhookTest
} from './resources/webhook-endpoints.ts';
export {
    verifyWebhook,
    WebhookVerificationError,
    type PatchbayEvent,
    type VerifiedWebhook,
    type WebhookRequest
} from './verify-webhook.ts';
