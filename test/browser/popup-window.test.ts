import {expect, make, test, where} from './fixtures'

const views = `chrome.extension.getViews({type: 'popup'})`
type Measured = {
  readonly room: readonly [width: number, height: number]
  readonly drawn: readonly [width: number, height: number]
  readonly footEnds: number
}
const measure = `(view => {
  const {scrollWidth, scrollHeight} = view.document.documentElement
  return {
    room: [view.innerWidth, view.innerHeight],
    drawn: [scrollWidth, scrollHeight],
    footEnds: view.document.querySelector('footer').getBoundingClientRect().bottom,
  }
})(${views}[0])`

test('the real popup fills its window and only its list scrolls', async ({app, options}) => {
  for (let n = 0; n < 20; n++)
    await make(options, 'Cancel', [{source: where('host', 'Equals', 'shop.test')}], {name: `Rule ${n}`})
  await options.bringToFront()
  const worker = await app.worker()
  await worker.evaluate('chrome.action.openPopup()')
  await expect
    .poll(() => options.evaluate(`${views}[0]?.document.querySelectorAll('.popup-row').length ?? 0`))
    .toBeGreaterThan(5)
  await expect
    .poll(async () => {
      const {room, drawn, footEnds} = await options.evaluate<Measured>(measure)
      return {isWhole: String(room) === String(drawn), width: room[0], foot: room[1] - footEnds}
    })
    .toEqual({isWhole: true, width: 380, foot: 0})
})
