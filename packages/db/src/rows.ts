import type { Insertable, Selectable } from 'kysely';
import type { Schema } from './schema.ts';

export type DataKeyRow = Selectable<Schema['data_keys']>;
export type EnvironmentRow = Selectable<Schema['environments']>;
export type SecretKeyRow = Selectable<Schema['secret_keys']>;
export type IntegrationRow = Selectable<Schema['integrations']>;
export type NewIntegrationRow = Insertable<Schema['integrations']>;
export type ConnectionRow = Selectable<Schema['connections']>;
export type NewConnectionRow = Insertable<Schema['connections']>;
export type ConnectSessionRow = Selectable<Schema['connect_sessions']>;
export type NewConnectSessionRow = Insertable<Schema['connect_sessions']>;
export type ConnectLinkRow = Selectable<Schema['connect_links']>;
export type NewConnectLinkRow = Insertable<Schema['connect_links']>;
export type AttemptRow = Selectable<Schema['attempts']>;
export type NewAttemptRow = Insertable<Schema['attempts']>;
export type WebhookEndpointRow = Selectable<Schema['webhook_endpoints']>;
export type NewWebhookEndpointRow = Insertable<Schema['webhook_endpoints']>;
export type WebhookDeliveryRow = Selectable<Schema['webhook_deliveries']>;
