import {keepsTheContract} from '../api/service-contract'
import {openOne} from './open'

keepsTheContract('on this device', () => openOne())
