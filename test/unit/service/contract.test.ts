import {keepsTheContract} from '../contract/keeps-the-contract'
import {openOne} from './open'

keepsTheContract('on this device', () => openOne())
