// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, startWidget } from '../../App.fixtures.tsx';
import { gem } from '../../stories/samples.ts';

afterEach(cleanup);

test('Esc asks before typed values are discarded', async () => {
    const { user, told } = startWidget({}, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.keyboard('{Escape}');
    const question = screen.getByRole('alertdialog', { name: 'Leave without connecting?' });
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Stay' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(button('Close'));
    await user.click(button('Leave'));
    await waitFor(() => expect(told.at(-1)).toEqual({ type: 'close', outcome: 'cancelled' }));
});
