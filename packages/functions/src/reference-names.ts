/** What the types are called in projects that were written for the reference service. */
import type { z } from 'zod';
import type { ActionContext, ModelSchemas, ProxyConfig, SyncContext } from './context.ts';
import type { ActionDefinition, AnyFunction, OnEventDefinition, SyncDefinition } from './definition.ts';

export type NangoAction<Metadata extends z.ZodType = z.ZodType, Checkpoint extends z.ZodType = z.ZodType> = ActionContext<
    Metadata,
    Checkpoint
>;
export type NangoSync<
    Models extends ModelSchemas = ModelSchemas,
    Metadata extends z.ZodType = z.ZodType,
    Checkpoint extends z.ZodType = z.ZodType
> = SyncContext<Models, Metadata, Checkpoint>;
export type ProxyConfiguration = ProxyConfig;

export type CreateSyncResponse<
    Models extends ModelSchemas = ModelSchemas,
    Metadata extends z.ZodType = z.ZodType,
    Checkpoint extends z.ZodType = z.ZodType
> = SyncDefinition<Models, Metadata, Checkpoint>;
export type CreateSyncProps<
    Models extends ModelSchemas = ModelSchemas,
    Metadata extends z.ZodType = z.ZodType,
    Checkpoint extends z.ZodType = z.ZodType
> = Omit<SyncDefinition<Models, Metadata, Checkpoint>, 'type'>;

export type CreateActionResponse<
    Input extends z.ZodType = z.ZodType,
    Output extends z.ZodType = z.ZodType,
    Metadata extends z.ZodType = z.ZodType,
    Checkpoint extends z.ZodType = z.ZodType
> = ActionDefinition<Input, Output, Metadata, Checkpoint>;
export type CreateActionProps<
    Input extends z.ZodType = z.ZodType,
    Output extends z.ZodType = z.ZodType,
    Metadata extends z.ZodType = z.ZodType,
    Checkpoint extends z.ZodType = z.ZodType
> = Omit<ActionDefinition<Input, Output, Metadata, Checkpoint>, 'type'>;

export type CreateOnEventResponse<Metadata extends z.ZodType = z.ZodType, Checkpoint extends z.ZodType = z.ZodType> = OnEventDefinition<
    Metadata,
    Checkpoint
>;
export type CreateOnEventProps<Metadata extends z.ZodType = z.ZodType, Checkpoint extends z.ZodType = z.ZodType> = Omit<
    OnEventDefinition<Metadata, Checkpoint>,
    'type'
>;
export type CreateAnyResponse = AnyFunction;
