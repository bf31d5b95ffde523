import en from './en/managed.json'
import {createTexts} from './texts'

export const managedTexts = createTexts({en})
