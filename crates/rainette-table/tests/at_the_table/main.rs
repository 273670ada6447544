//! What people do at a table while it plays: they choose at once, take back and practise, miss turns and come back.

mod early;
mod missed;
mod practice;
mod sitting;
