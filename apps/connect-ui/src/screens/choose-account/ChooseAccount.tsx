import { useRef, useState } from 'react';
import { ForwardIcon } from '../parts/icons.tsx';
import { Isolated } from '../parts/Isolated.tsx';
import { Button, Screen } from '../parts/Screen.tsx';
import { useT } from '../../i18n/later-texts.ts';
import { Problem } from '../parts/Problem.tsx';
import { SearchBox, searched, searchFrom, walkRows } from '../parts/SearchBox.tsx';
import type { LaterViewProps } from '../view.ts';
import type { ChooseAccountState } from './state.ts';

interface ChooseAccountProps {
    flow: ChooseAccountState;
    provider: string;
    onPick: (account: string) => void;
    onCancel: () => void;
}

function ChooseAccount({ flow, provider, onPick, onCancel }: ChooseAccountProps) {
    const t = useT();
    const busy = flow.picked !== null;
    const [query, setQuery] = useState('');
    const search = useRef<HTMLInputElement>(null);
    const list = useRef<HTMLUListElement>(null);
    const found = searched(flow.options, query, ({ label }) => [label]);
    return (
        <Screen
            title={t('choose.title')}
            actions={
                <Button kind="quiet" busy={busy} onClick={onCancel}>
                    {t('action.cancel')}
                </Button>
            }
        >
            <p className="intro">{t('choose.text', { provider })}</p>
            <Problem banner={flow.banner} provider={provider} />
            <div>
                {flow.options.length >= searchFrom && (
                    <SearchBox label={t('choose.search')} query={query} onSearch={setQuery} search={search} list={list} />
                )}
                <ul className="list" ref={list}>
                    {found.map(({ id, label }, index) => (
                        <li key={id}>
                            <button
                                type="button"
                                className={flow.picked === id ? 'row row-picked' : 'row'}
                                aria-disabled={busy || undefined}
                                onKeyDown={(event) => walkRows(event, index, { search, list })}
                                onClick={() => {
                                    if (!busy) onPick(id);
                                }}
                            >
                                <span className="row-name">
                                    <Isolated>{label}</Isolated>
                                </span>
                                <ForwardIcon />
                            </button>
                        </li>
                    ))}
                </ul>
            </div>
            <p role="status">{found.length === 0 && t('choose.none', { query })}</p>
        </Screen>
    );
}

export function ChooseAccountScreen({ flow, provider, act }: LaterViewProps<ChooseAccountState>) {
    return (
        <ChooseAccount
            flow={flow}
            provider={provider}
            onPick={(account) => act({ type: 'accountPicked', account })}
            onCancel={() => act({ type: 'signInCancelled' })}
        />
    );
}
