import {screen, waitFor} from '@testing-library/preact'
import '../../../src/ui/options/account/account-page'
import {fakeClient} from './fake-client'
import {openOptions} from './page'

/** Opens the account page and waits until it is rendered. */
export async function openAccount(
  team: Parameters<typeof fakeClient>[1] = null,
  start: Parameters<typeof fakeClient>[0] = {},
): Promise<ReturnType<typeof fakeClient>> {
  const client = fakeClient(start, team)
  await openOptions(client, '#/account')
  await waitFor(() => screen.getByLabelText('Base URL'))
  return client
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', {name})
