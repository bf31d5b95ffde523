export const withoutPrototype = (properties: object = {}) => Object.assign(Object.create(null) as object, properties)
export const cycle = withoutPrototype()
Object.assign(cycle, {self: cycle})
export const throwing = {
  toString() {
    throw new Error('again')
  },
}
export const silent = Object.defineProperty(new Error('x'), 'message', {
  get() {
    throw new Error('again')
  },
})
