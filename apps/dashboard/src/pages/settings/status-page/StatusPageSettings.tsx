import type { readStatusPage as readContract } from '@patchbay/contracts';
import { listIntegrations, readStatusPage, type SuccessOut, updateStatusPage } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useMay, useSession } from '../../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../../api/use-api.ts';
import { Button } from '../../../parts/Button.tsx';
import { CopyButton } from '../../../parts/Copy.tsx';
import { fieldError, hasCode } from '../../../parts/error-text.ts';
import { TextField } from '../../../parts/Field.tsx';
import { LateChange } from '../../../parts/LateChange.tsx';
import { ErrorNotice, Notice } from '../../../parts/Notice.tsx';
import { Card, SkeletonRows } from '../../../parts/Page.tsx';
import { Status } from '../../../parts/Status.tsx';

type View = SuccessOut<typeof readContract>['data'];

/** Whether visitors may see how the integrations are, and at which address. */
export function StatusPageSettings() {
    const environment = useEnvironment();
    const { data, error, refetch, isPending } = useRead(readStatusPage, { query: { environment } });
    return (
        <Card title="Public status page">
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={4} />}
            {data && <Settings page={data.data} onReload={() => void refetch()} />}
        </Card>
    );
}

function Settings({ page, onReload }: { page: View; onReload: () => void }) {
    return (
        <div className="flex flex-col gap-5 p-4">
            <p className="max-w-prose text-text-2">
                A page without sign-in, for your customers: whether each integration works, by the requests of this environment.
            </p>
            <Status kind={page.enabled ? 'working' : 'paused'}>{page.enabled ? 'Public' : 'Off: no one sees it'}</Status>
            {page.enabled && page.url !== null && <Addresses url={page.url} />}
            <WhatIsPublic />
            <Form page={page} onReload={onReload} />
        </div>
    );
}

/** Said before it is switched on. */
function WhatIsPublic() {
    const integrations = useRead(listIntegrations, {});
    const names = integrations.data?.data.map(({ display_name: name }) => name) ?? [];
    return (
        <Notice tone="info" title="What becomes public">
            <p>
                The names of all integrations of this environment, those that you add later too, with their states and since when: now, on
                each of the last 90 days, and as a feed. Nothing else: no customers, no numbers, no errors.
            </p>
            {names.length > 0 && <p className="mt-2">Now: {names.join(', ')}.</p>}
        </Notice>
    );
}

function Addresses({ url }: { url: string }) {
    const badge = `<a href="${url}"><img src="${url}/badge.svg" alt="Status of our integrations"></a>`;
    return (
        <div className="flex flex-col gap-3">
            {[
                { name: 'Page', text: url },
                { name: 'Feed', text: `${url}/feed.atom` },
                { name: 'Badge', text: badge }
            ].map(({ name, text }) => (
                <div key={name} className="flex flex-wrap items-center gap-2 rounded-control bg-sunken p-2">
                    <span className="w-14 px-2 font-semibold">{name}</span>
                    <code className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">{text}</code>
                    <CopyButton text={text}>{`Copy ${name.toLowerCase()}`}</CopyButton>
                </div>
            ))}
            <p className="flex flex-wrap items-center gap-3">
                <a href={url} target="_blank" rel="noreferrer" className="text-accent-text underline">
                    Open the page
                </a>
                <img src={`${url}/badge.svg`} alt="The badge as it is now" height={20} />
            </p>
        </div>
    );
}

interface Typed {
    title?: string;
    slug?: string;
    /** The page as it was before the first character was typed. */
    opened: View;
}

/** What is typed outlives what others save meanwhile; fields that were left alone show theirs. */
function useForm(page: View, onReload: () => void) {
    const environment = useEnvironment();
    const change = useChange(updateStatusPage, [readStatusPage]);
    const [typed, setTyped] = useState<Typed>();
    /** Undefined: as it is. */
    const [wanted, setWanted] = useState<boolean>();
    const opened = typed?.opened ?? page;
    const title = typed?.title ?? page.title ?? 'Status of our integrations';
    const slug = typed?.slug ?? page.slug ?? '';
    /** @param before the page as the member has seen it */
    const save = (enabled: boolean | undefined, before = opened) => {
        setWanted(enabled);
        const expected = { enabled: before.enabled, title: before.title, slug: before.slug };
        const body = { environment, enabled: enabled ?? page.enabled, title, slug: slug === '' ? null : slug };
        // What is saved on top leaves alone what was changed meanwhile, so that is read first.
        const onSuccess = ({ data }: { data: View }) => setTyped((now) => (now === typed ? undefined : now && { ...now, opened: data }));
        change.mutate({ body: { ...body, expected } }, { onSuccess, onError: onReload });
    };
    return {
        change,
        title,
        slug,
        isChanged: title !== opened.title || slug !== opened.slug,
        isLate: hasCode(change.error, 'conflict') && fieldError(change.error, 'slug') === undefined,
        type: (changes: Partial<Typed>) => setTyped((before) => ({ opened: page, ...before, ...changes })),
        save,
        saveOnTop: () => save(wanted, page),
        drop: () => {
            setTyped(undefined);
            change.reset();
            onReload();
        }
    };
}

function Form({ page, onReload }: { page: View; onReload: () => void }) {
    const environment = useEnvironment();
    const { environments } = useSession();
    const { reason: blockedBecause } = useMay('environment:settings:write');
    const { change, title, slug, isChanged, isLate, type, save, saveOnTop, drop } = useForm(page, onReload);
    const isProduction = environments.find(({ name }) => name === environment)?.is_production ?? false;
    return (
        <form
            className="flex max-w-prose flex-col gap-4"
            onSubmit={(event) => {
                event.preventDefault();
                save(undefined);
            }}
        >
            {isLate ? (
                <LateChange what="the status page" action="updateStatusPage" isBusy={change.isPending} onReload={drop} onSave={saveOnTop} />
            ) : (
                change.error && <ErrorNotice error={change.error} />
            )}
            {!isProduction && !page.enabled && (
                <p className="text-text-2">This environment is not for production: its states are those of your tests.</p>
            )}
            <TextField
                label="Heading"
                required
                maxLength={100}
                value={title}
                onChange={({ target }) => type({ title: target.value })}
                error={fieldError(change.error, 'title')}
            />
            <TextField
                label="Last part of the address"
                help="Lower-case letters, digits and hyphens. Leave it empty for one that no one can guess. The old address ends when you change it."
                maxLength={64}
                spellCheck={false}
                autoComplete="off"
                className="mono"
                value={slug}
                onChange={({ target }) => type({ slug: target.value })}
                error={fieldError(change.error, 'slug')}
            />
            <div className="flex flex-wrap gap-2">
                {page.enabled ? (
                    <>
                        <Button
                            type="submit"
                            look="primary"
                            isBusy={change.isPending}
                            blockedBecause={blockedBecause ?? (isChanged ? undefined : 'Nothing is changed.')}
                        >
                            Save
                        </Button>
                        <Button look="danger" isBusy={change.isPending} blockedBecause={blockedBecause} onClick={() => save(false)}>
                            Switch off
                        </Button>
                    </>
                ) : (
                    <Button look="primary" isBusy={change.isPending} blockedBecause={blockedBecause} onClick={() => save(true)}>
                        Make it public
                    </Button>
                )}
            </div>
        </form>
    );
}
