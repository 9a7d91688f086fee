-- What a signing session makes of its document at the end; it is paid with the session.
insert into rate_card (family, operation, credits) values ('document', 'seal', 0);
