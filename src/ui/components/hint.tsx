/** Text next to a button's label, drawn by CSS and therefore not part of the accessible name. */
export const Hint = ({text, ...rest}: {readonly text: string; readonly class?: string}) => (
  <small class={rest.class} data-hint={text} />
)
