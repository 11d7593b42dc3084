import type { FieldErrors } from '../../fields/field-rules.ts';
import type { Banner, Draft } from '../../flow/model.ts';
import { backFromForm } from '../../flow/back.ts';
import { changed, fieldBlurred } from '../../flow/form.ts';
import { stateRecord } from '../state-record.ts';

/** The form of an integration. `providerText`: what the provider said about the last try. */
export interface DetailState {
    state: 'detail';
    draft: Draft;
    errors: FieldErrors;
    banner: Banner | null;
    providerText?: string | null;
}

export type DetailEvent = { type: 'fieldChanged'; field: string; value: string } | { type: 'fieldBlurred'; field: string };

export const detail = stateRecord<DetailState, DetailEvent>({
    asksToLeave: (_flow, isDirty) => isDirty(),
    warnsOfExpiry: true,
    closesWindow: true,
    on: {
        fieldChanged: (flow, { field, value }, model) => changed(model, flow, field, value),
        fieldBlurred: (flow, { field }, model) => fieldBlurred(model, flow, field),
        wentBack: backFromForm
    }
});
