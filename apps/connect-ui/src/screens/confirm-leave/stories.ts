import { valuesOf, type Claims } from '../../stories/claims.ts';
import { filled, modelIn } from '../../stories/samples.ts';
import type { Model } from '../../flow/model.ts';

export const stories: Record<string, Model> = {
    'confirm-leave': modelIn({ state: 'confirmLeave', back: { state: 'detail', draft: filled, errors: {}, banner: null } })
};

export const claims: Claims = {
    'leave.title': ({ back }) => back !== null && ['detail', 'failed', 'chooseAccount'].includes(back.state),
    'leave.text': ({ back }) => back !== null && valuesOf(back).some((value) => value !== ''),
    'leave.started': ({ back }) => back?.state === 'chooseAccount',
    'leave.busy': ({ back }) => back !== null && !['detail', 'failed', 'chooseAccount'].includes(back.state),
    'leave.busyTitle': 'label',
    'leave.stay': 'label',
    'leave.leave': 'label'
};
